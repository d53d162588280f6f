// Talks to the server: requests as JSON, errors with what to do, and the API key, which is kept in memory alone.
let key = "";
let asked = null;

const offline = "The server does not answer. Is it still running? Typing tries again.";
const patience = 3;  // attempts while the server is busy

// What went wrong, as the server says it: `type` is one word for programs.
export class ServerError extends Error {
  constructor(type, message) {
    super(message);
    this.type = type;
  }
}

export function usesKey() {
  return key !== "";
}

// `ask` opens a dialog and promises a key; it learns whether the last one was wrong.
export function onMissingKey(ask) {
  askForKey = ask;
}
let askForKey = () => Promise.resolve("");

// Requests that fail together wait for one dialog.
async function askOnce(wrong) {
  asked ??= askForKey(wrong).finally(() => { asked = null; });
  key = await asked;
  return key !== "";
}

const pause = (seconds) => new Promise((done) => { setTimeout(done, 1000 * seconds); });

async function errorOf(answer) {
  const text = await answer.text();
  try {
    const { type, message } = JSON.parse(text).error;
    return new ServerError(type, message);
  } catch {
    return new ServerError("unreadable", `The server answered ${answer.status} without saying why.`);
  }
}

async function attempt(method, path, body, signal) {
  const headers = body === undefined ? {} : { "Content-Type": "application/json" };
  if (usesKey()) headers.Authorization = `Bearer ${key}`;
  try {
    return await fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ServerError("offline", offline);
  }
}

// The answer to a request. Waits for a busy server, and asks for a key where one is missing.
export async function send(method, path, body, signal) {
  for (let attempts = 1; ; ++attempts) {
    const used = key;
    const answer = await attempt(method, path, body, signal);
    if (answer.ok) return answer;
    const busy = answer.status === 429 || answer.status === 503;
    if (busy && attempts < patience) await pause(Math.min(Number(answer.headers.get("Retry-After")) || 1, 5));
    else if (answer.status !== 401) throw await errorOf(answer);
    else if (key === used && !await askOnce(used !== "")) throw await errorOf(answer);
  }
}

export const get = async (path, signal) => (await send("GET", path, undefined, signal)).json();
export const post = async (path, body, signal) => (await send("POST", path, body, signal)).json();

// A runner of one task at a time: a new one aborts the one before it, whose result or failure is dropped (null).
export function newestOnly() {
  let newest = null;
  return async (task) => {
    newest?.abort();
    const mine = newest = new AbortController();
    try {
      const value = await task(mine.signal);
      return mine === newest ? value : null;
    } catch (error) {
      if (mine !== newest) return null;
      throw error;
    }
  };
}

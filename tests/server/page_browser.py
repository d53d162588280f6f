"""A browser that uses the page of a server, for page_test.py: Chromium, driven by Playwright."""

import contextlib
import re
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlencode

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))

from browser import CHROMIUM

playwright = pytest.importorskip("playwright.sync_api", reason="there is no Playwright to drive a browser with")


@contextlib.contextmanager
def chromium():
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield browser
        browser.close()


class Visitor:
    """Somebody who looks at the page: acts, reads, and notices whatever the browser complains about."""

    def __init__(self, browser, address, failures="", **options):
        options = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"} | options
        self.address = address
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(60_000)
        self.page = self.context.new_page()
        self.complaints = []
        self.failures = failures  # of requests, which the browser reports: what is expected, "404" or "ERR_FAILED"
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", self.refuse)

    def hear(self, message):
        # Half a word, typed slowly, may have no vector: that is an answer of the server.
        if message.text.endswith("404 (Not Found)") and "/v1/" in message.location["url"]:
            return
        expected = self.failures and message.text.startswith("Failed to load") and self.failures in message.text
        if message.type in ("error", "warning") and not expected:
            self.complaints.append(message.text)

    def refuse(self, dialog):
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def open(self, view="", **query):
        fragment = f"#{view}" + (f"?{urlencode(query, doseq=True)}" if query else "")
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}/{fragment}")

    def see(self, selector):
        """Waits until the element is seen."""
        found = self.page.locator(selector).first
        found.wait_for()
        return found

    def texts(self, selector):
        return self.page.locator(selector).all_inner_texts()

    def list(self, name):
        """The words of a list of neighbours, as they are written."""
        return self.page.locator(f"[data-list={name}] li a").all_text_contents()

    def ngrams(self):
        return self.page.locator("#ngrams button bdi").all_text_contents()

    def query(self):
        """What the address says."""
        return parse_qs(self.page.evaluate("location.hash.split('?')[1] ?? ''"))

    def settled(self, word):
        """Waits until the vector of that word is shown, as it is with all that was typed: the address gets it when the
        server is asked, some time after the last key."""
        self.page.wait_for_function("""word => {
            const asked = new URLSearchParams(location.hash.split('?')[1] ?? '');
            const typed = id => document.getElementById(id).value;
            const lines = text => text.split('\\n').map(line => line.trim()).filter(line => line !== '').join('\\n');
            const result = document.getElementById('word-result');
            return document.title === `${word} – oovec` && !result.hidden && !result.hasAttribute('aria-busy')
                && (asked.get('w') ?? '') === typed('word-text').trim()
                && lines(asked.getAll('s').join('\\n')) === lines(typed('word-sentences')); }""", arg=word)

    def remember(self):
        """Has the word remembered, and waits until the button says that it is, which it does for a moment only."""
        self.page.evaluate("""() => {
            const button = document.getElementById('remember');
            window.remembered = false;
            new MutationObserver(() => { window.remembered ||= button.textContent.startsWith('Remembered'); })
                .observe(button, { childList: true }); }""")
        self.page.get_by_role("button", name="Remember it").click()
        self.until("window.remembered")

    def until(self, condition):
        """Waits until an expression is true. The page forbids eval, so it must be a function."""
        self.page.wait_for_function(f"() => {condition}")

    def boxes(self, selector):
        return self.page.locator(selector).evaluate_all("""nodes => nodes.map(node => {
            const box = node.getBoundingClientRect();
            return [box.left, box.top, box.right, box.bottom]; })""")

    def overflow(self):
        """By how many pixels the page is wider than the window."""
        return self.page.evaluate("document.documentElement.scrollWidth - innerWidth")


def overlapping(boxes, tolerance=1):
    """Pairs of boxes that cover each other by more than some pixels."""
    return [(a, b) for i, a in enumerate(boxes) for b in boxes[:i]
            if min(a[2], b[2]) - max(a[0], b[0]) > tolerance and min(a[3], b[3]) - max(a[1], b[1]) > tolerance]


def number_in(text):
    return float(re.search(r"-?\d+(\.\d+)?", text.replace("−", "-")).group())

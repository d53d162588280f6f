"""Serves the NumPy model of numpy_infer.py as one would with FastAPI: a word and contexts in, a vector out.

    fastapi_server.py MODEL PORT WORKERS
"""

import os
import sys

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel

from numpy_infer import Model

app = FastAPI()
model = Model(os.environ["MODEL"]) if "MODEL" in os.environ else None


class Request(BaseModel):
    word: str
    contexts: list[str] = []


class Answer(BaseModel):
    word: str
    vector: list[float]


@app.post("/v1/infer")
async def infer(request: Request) -> Answer:
    vector = model.infer(request.word.lower(), " ".join(request.contexts).lower())
    return Answer(word=request.word, vector=vector.tolist())


if __name__ == "__main__":
    os.environ["MODEL"], port, workers = sys.argv[1:]
    # Workers that are slow to answer, because the processor is busy, are not to be replaced.
    uvicorn.run("fastapi_server:app", port=int(port), workers=int(workers), access_log=False, log_level="error",
                timeout_worker_healthcheck=60, app_dir=os.path.dirname(__file__))

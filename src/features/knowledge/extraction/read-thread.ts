import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableDocument } from '../extracted.ts'
import { type ReadReply, type ReadRequest, readDocument } from './read-document.ts'

async function read(request: ReadRequest): Promise<ReadReply> {
  try {
    return await readDocument(request)
  } catch (error) {
    if (error instanceof UnreadableDocument) return { problem: error.message }
    throw error
  }
}

parentPort?.postMessage(await read(workerData as ReadRequest))

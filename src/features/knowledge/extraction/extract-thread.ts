import { parentPort, workerData } from 'node:worker_threads'
import { extractFormat } from './extract-format.ts'
import type { ExtractReply, ExtractRequest } from './extract-process.ts'
import { UnreadableDocument } from './extracted.ts'

async function read({ format, bytes, limits }: ExtractRequest): Promise<ExtractReply> {
  try {
    return await extractFormat(format, bytes, limits)
  } catch (error) {
    if (error instanceof UnreadableDocument) return { problem: error.message }
    throw error
  }
}

parentPort?.postMessage(await read(workerData as ExtractRequest))

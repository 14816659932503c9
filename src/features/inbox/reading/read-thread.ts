import { parentPort } from 'node:worker_threads'
import { type ReadDraft, readDraft } from './read-draft.ts'
import { type ReadAttachment, type ReadMessage, readAttachment, readMessage } from './read-message.ts'

// The worker thread that reads messages. A separate entry point of the compiled program.

export type ReadQuestion =
  | { bytes: Uint8Array<ArrayBuffer>; remote: boolean }
  | { bytes: Uint8Array<ArrayBuffer>; n: number }
  | { bytes: Uint8Array<ArrayBuffer>; isDraft: true }
export type ReadAnswer =
  | { message: ReadMessage }
  | { draft: ReadDraft | null }
  | { attachment: ReadAttachment | null }
  | { failed: string }

function answer(question: ReadQuestion): ReadAnswer {
  try {
    if ('isDraft' in question) return { draft: readDraft(question.bytes) }
    return 'n' in question
      ? { attachment: readAttachment(question.bytes, question.n) }
      : { message: readMessage(question.bytes, question) }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : 'unknown failure' }
  }
}

parentPort?.on('message', (question: ReadQuestion) => parentPort?.postMessage(answer(question)))

import type { Sheet } from './sheets.ts'
import type { Answer } from './workbook-worker.ts'

const words: Readonly<Record<string, string>> = {
  XLS_FILE_NOT_SUPPORTED:
    'This is an Excel file of the old kind, or it has a password. Save it as XLSX without a password, or as CSV.',
  NO_DATA: 'This file is empty.',
}
const unreadable = 'This file could not be read as XLSX. Open it in Excel, save it again, or save it as CSV.'

/**
 * Reads an XLSX file beside the page, which goes on answering. The worker ends with the reading.
 * @throws with a sentence for the user
 */
export async function readWorkbook(file: File, signal: AbortSignal): Promise<Sheet[]> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp)
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data))
  // A file too large for the memory of the worker ends it.
  worker.addEventListener('error', () => resolve({ fault: 'UNREADABLE' }))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  worker.postMessage(file)
  try {
    const answer = await promise
    if ('fault' in answer) throw new Error(words[answer.fault] ?? unreadable)
    if (answer.sheets.length === 0) throw new Error('This file is empty.')
    return answer.sheets
  } finally {
    signal.removeEventListener('abort', giveUp)
    worker.terminate()
  }
}

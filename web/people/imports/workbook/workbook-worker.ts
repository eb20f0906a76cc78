import { type Sheet, sheetsOf } from './sheets.ts'

/** The worker’s answer: the sheets, or the code of what is wrong with the file. */
export type Answer = { sheets: Sheet[] } | { fault: string }

addEventListener('message', async ({ data }: MessageEvent<File>) => {
  postMessage(await answerTo(data))
})

async function answerTo(file: File): Promise<Answer> {
  try {
    return { sheets: await sheetsOf(await file.arrayBuffer()) }
  } catch (error) {
    return { fault: error instanceof Error && 'code' in error ? String(error.code) : 'UNREADABLE' }
  }
}

import { useSyncExternalStore } from 'react'
import { largestPart } from '../../../../contract/people/imports/imports.ts'
import { newAttemptKey } from '../../../ground/client/attempt-key.ts'
import { refusedAct } from '../../../ground/records/failures.ts'
import type { ImportActions } from '../queries.ts'

/** The files that this page is sending. They go on while other screens are shown, and end with the page. */
export interface Upload {
  /** In whole percent. */
  percent: number
  /** Why it does not go on; `retry` sends the part again that was not answered. */
  failure?: string
  retry?: () => void
}

const uploads = new Map<string, Upload>()
const listeners = new Set<() => void>()

function put(id: string, upload: Upload | undefined) {
  if (upload) uploads.set(id, upload)
  else uploads.delete(id)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The upload of an import, if this page sends its file. */
export function useUpload(id: string): Upload | undefined {
  return useSyncExternalStore(subscribe, () => uploads.get(id))
}

/** Sends a file in parts. */
export function startUpload(actions: ImportActions, id: string, content: Blob): void {
  const parts = Math.max(1, Math.ceil(content.size / largestPart))
  // A part that is sent again has the key of before, so that it counts once.
  const key = newAttemptKey()
  const sendFrom = async (part: number) => {
    let next = part
    try {
      for (; next < parts; next++) {
        put(id, { percent: Math.floor((100 * next) / parts) })
        const piece = content.slice(next * largestPart, (next + 1) * largestPart)
        const isLast = next === parts - 1
        const body = { part: next, content: await base64Of(piece), isLast }
        await actions.send(id, body, `${key}-${next}`)
      }
      put(id, undefined)
    } catch (error) {
      put(id, {
        percent: Math.floor((100 * next) / parts),
        failure: refusedAct(error, 'The file was not sent'),
        retry: () => void sendFrom(next),
      })
    }
  }
  void sendFrom(0)
}

async function base64Of(piece: Blob): Promise<string> {
  const reader = new FileReader()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  reader.addEventListener('load', () => resolve(String(reader.result)))
  reader.addEventListener('error', () =>
    reject(new Error('The file can’t be read any more. Choose it again')),
  )
  reader.readAsDataURL(piece)
  const url = await promise
  return url.slice(url.indexOf(',') + 1)
}

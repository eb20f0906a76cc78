import { type ReactNode, useState } from 'react'
import { ApiError } from '../../client/api.ts'
import { late } from '../../ui/lazy-component.tsx'
import type { Act, Waiting } from './waiting.ts'

const SecondPerson = late(() => import('./SecondPerson.tsx'), 'SecondPerson', {
  isOpen: () => true,
  close: ({ onCancel }) => onCancel(),
})

/** The dialog was closed without a countersignature, so the form stays as it is. */
class NotCountersigned extends Error {}

/** For `onFailure` of a form: whether it failed only because somebody closed the dialog for the second person. */
export function wasNotCountersigned(error: unknown): boolean {
  return error instanceof NotCountersigned
}

/**
 * Does acts that a second person may have to countersign. `about` shows the patient or item; `send` sends the act; where the server wants a second person,
 * `dialog` asks for them, and the act is sent again with their countersignature. Render `dialog` outside the form, whose
 * entries stay whatever happens.
 */
export function useSecondPerson(about?: ReactNode): {
  withSecondPerson: <Reply>(act: Act, send: (countersignature?: string) => Promise<Reply>) => Promise<Reply>
  dialog: ReactNode
} {
  const [waiting, setWaiting] = useState<Waiting & { onCancel: () => void }>()
  async function withSecondPerson<Reply>(act: Act, send: (countersignature?: string) => Promise<Reply>) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem.code !== 'countersignature_needed') throw error
      const words = error.problem.act ?? error.message
      return new Promise<Reply>((resolve, reject) => {
        const end = (by: () => void) => {
          setWaiting(undefined)
          by()
        }
        setWaiting({
          act,
          words,
          async send(countersignature) {
            const reply = await send(countersignature)
            end(() => resolve(reply))
          },
          onRefused: (refusal) => end(() => reject(refusal)),
          onCancel: () => end(() => reject(new NotCountersigned('Not countersigned'))),
        })
      })
    }
  }
  return {
    withSecondPerson,
    dialog: waiting && <SecondPerson about={about} waiting={waiting} onCancel={waiting.onCancel} />,
  }
}

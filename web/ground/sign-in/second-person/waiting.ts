import type { SignedAct } from '../../../../contract/people/countersignatures.ts'

export type Act = Omit<SignedAct, 'words'>

/** An act that waits for a second person. */
export interface Waiting {
  act: Act
  /** As the server words it. */
  words: string
  /** Sends the act, with a countersignature or as one that needs none any more. @throws ApiError */
  send: (countersignature?: string) => Promise<void>
  /** It can't be done, for a reason that is the form's. */
  onRefused: (error: unknown) => void
}

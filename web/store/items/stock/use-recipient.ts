import { useRef, useState } from 'react'
import { readLabelCode } from '../../../../contract/search/labels.ts'
import {
  findRecipient,
  type Recipient,
  readMrn,
  wholeCodeWanted,
} from '../../../../contract/store/recipients.ts'
import { api } from '../../../ground/client/api.ts'

export interface RecipientLookup {
  /** The patient. Null until a whole MRN or a label has been looked up. */
  found: Recipient | null
  /** Why no patient was found. */
  failure: string | undefined
  isLooking: boolean
  /** Looks up a whole MRN or a label, unless it is the one looked up last. `again` looks it up in any case. */
  look: (typed: string, again?: boolean) => Promise<void>
  /** Clears the patient, because something else was typed. */
  forget: () => void
}

const none = { found: null, failure: undefined, isLooking: false }

/** Looks up the one patient to issue stock to. Keeps nothing once the dialog is closed. */
export function useRecipient(onFound: (patient: Recipient) => void): RecipientLookup {
  const [state, setState] = useState<Pick<RecipientLookup, 'found' | 'failure' | 'isLooking'>>(none)
  /** The code looked up last, and the MRN that it led to. Empty if that failed. */
  const last = useRef<readonly string[]>([])

  async function look(typed: string, again = false) {
    const code = readLabelCode(typed)?.code ?? readMrn(typed)
    if (!code) {
      setState({ ...none, failure: `${wholeCodeWanted}.` })
      return
    }
    if (last.current.includes(code) && !again) return
    const asked = [code]
    last.current = asked
    setState((before) => ({ ...none, found: again ? before.found : null, isLooking: true }))
    try {
      const patient = await api(findRecipient, { body: { code } })
      if (last.current !== asked) return
      // The MRN takes the label's place in the box, but a scanner's Enter may come before it is drawn.
      last.current = [code, patient.mrn]
      setState({ ...none, found: patient })
      onFound(patient)
    } catch (error) {
      if (last.current !== asked) return
      last.current = []
      setState({ ...none, failure: error instanceof Error ? error.message : String(error) })
    }
  }

  function forget() {
    last.current = []
    setState(none)
  }

  return { ...state, look, forget }
}

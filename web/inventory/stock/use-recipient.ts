import { useRef, useState } from 'react'
import { readLabelCode } from '../../../contract/search/labels.ts'
import {
  findRecipient,
  type Recipient,
  readMrn,
  wholeCodeWanted,
} from '../../../contract/store/recipients.ts'
import { api } from '../../client/api.ts'

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
  /** The code looked up last. Empty if that failed. */
  const last = useRef('')

  async function look(typed: string, again = false) {
    const code = readLabelCode(typed)?.code ?? readMrn(typed)
    if (!code) {
      setState({ ...none, failure: `${wholeCodeWanted}.` })
      return
    }
    if (last.current === code && !again) return
    last.current = code
    setState((before) => ({ ...none, found: again ? before.found : null, isLooking: true }))
    try {
      const patient = await api(findRecipient, { body: { code } })
      if (last.current !== code) return
      // From here on, a scanned label counts as the patient's MRN.
      last.current = patient.mrn
      setState({ ...none, found: patient })
      onFound(patient)
    } catch (error) {
      if (last.current !== code) return
      last.current = ''
      setState({ ...none, failure: error instanceof Error ? error.message : String(error) })
    }
  }

  function forget() {
    last.current = ''
    setState(none)
  }

  return { ...state, look, forget }
}

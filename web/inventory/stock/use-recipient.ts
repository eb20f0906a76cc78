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
  /** Who it is; null until a whole MRN or a label has been looked up. */
  found: Recipient | null
  /** Why no patient was found. */
  failure: string | undefined
  isLooking: boolean
  /** Looks up a whole MRN or a label, unless that is done already; `again` also then. */
  look: (typed: string, again?: boolean) => Promise<void>
  /** Something else is typed. */
  forget: () => void
}

const none = { found: null, failure: undefined, isLooking: false }

/** Looks up the one patient that the store issues to. Nothing of it is kept when the dialog is closed. */
export function useRecipient(onFound: (patient: Recipient) => void): RecipientLookup {
  const [state, setState] = useState<Pick<RecipientLookup, 'found' | 'failure' | 'isLooking'>>(none)
  /** What was looked up last, unless that failed. */
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
      // A scanned label is that patient's MRN from here on.
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

import { useState } from 'react'
import type { Bed } from '../../../../contract/wards/beds.ts'
import { bedLooks } from '../words.ts'

const toldOneByOne = 3

/** The changes since the beds were last rendered, for a screen reader. */
export function useChangeWords(beds: readonly Bed[] | undefined): string {
  const [before, setBefore] = useState(beds)
  const [words, setWords] = useState('')
  if (beds !== before) {
    setBefore(beds)
    if (before && beds) setWords(compare(before, beds))
  }
  return words
}

function compare(before: readonly Bed[], now: readonly Bed[]): string {
  const statuses = new Map(before.map(({ id, status }) => [id, status]))
  const changed = now.filter(({ id, status }) => statuses.has(id) && statuses.get(id) !== status)
  return changed.length > toldOneByOne
    ? `${changed.length} beds changed`
    : changed.map(({ bedNumber, status }) => `Bed ${bedNumber}: ${bedLooks[status].word}`).join('. ')
}

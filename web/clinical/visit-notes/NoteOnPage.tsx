import { useState } from 'react'
import type { VisitNote } from '../../../contract/clinical/visit-notes.ts'
import { Note, type NoteProps } from './Note.tsx'
import { StrikeNote } from './StrikeNote.tsx'

/** The note of a visit as a part of a page. */
export function NoteOnPage(props: Omit<NoteProps, 'onClose' | 'onStrike'>) {
  const [striking, setStriking] = useState<VisitNote>()
  return (
    <>
      <Note {...props} onStrike={setStriking} />
      {striking && (
        <StrikeNote appointment={props.appointment} note={striking} onClose={() => setStriking(undefined)} />
      )}
    </>
  )
}

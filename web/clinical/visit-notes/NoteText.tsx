import { notePartNames, noteParts, type VisitNote } from '../../../contract/clinical/visit-notes.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { useSite } from '../../ground/sign-in/account.ts'
import { formatMoment } from '../../ground/ui/format.ts'
import { StatusBadge } from '../../ground/ui/StatusBadge.tsx'
import { StruckWords } from '../entries/public.ts'
import classes from './VisitNote.module.css'
import { draftLook } from './words.ts'

/** The note of a visit, and below it those that were struck through. */
export function NoteTexts({ note, struck }: { note: VisitNote | undefined; struck: readonly VisitNote[] }) {
  return [...(note ? [note] : []), ...struck].map((one) => <NoteText key={one.id} note={one} />)
}

/** A note as it was written, with who signed it and what was added since. */
export function NoteText({ note }: { note: VisitNote }) {
  const { timeZone } = useSite()
  const { signedAt, recordedBy, updatedAt, struck, amendments } = note
  return (
    <article className={classes.text} data-struck={struck ? true : undefined}>
      <div className={classes.trace}>
        {struck && (
          <span>
            <StruckWords struck={struck} />
          </span>
        )}
        {signedAt ? (
          <span>
            Signed by <bdi>{doctorName(recordedBy)}</bdi>, {formatMoment(signedAt, timeZone)}
          </span>
        ) : (
          <>
            <StatusBadge look={draftLook} />
            <span>
              Draft by <bdi>{doctorName(recordedBy)}</bdi>, last saved {formatMoment(updatedAt, timeZone)}
            </span>
          </>
        )}
        {note.takenOver.map(({ from, at }) => (
          <span key={at}>
            Begun by <bdi>{doctorName(from)}</bdi>, taken over {formatMoment(at, timeZone)}
          </span>
        ))}
      </div>
      <dl className={classes.parts}>
        {noteParts.map(
          (part) =>
            note[part] && (
              <div key={part}>
                <dt>{notePartNames[part]}</dt>
                <dd>
                  <bdi>{note[part]}</bdi>
                </dd>
              </div>
            ),
        )}
        {amendments.map(({ id, text, recordedBy: by, recordedAt }) => (
          <div key={id} className={classes.amendment}>
            <dt>
              Amendment by <bdi>{doctorName(by)}</bdi>, {formatMoment(recordedAt, timeZone)}
            </dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

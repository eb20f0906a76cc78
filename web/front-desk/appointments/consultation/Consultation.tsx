import { Button } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconCalendarPlus, IconCheck, IconNotes, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Appointment, appointmentTypeNames } from '../../../../contract/front-desk/appointments.ts'
import {
  NoteOnPage,
  typedNoteKey,
  unfinishedWords,
  VisitNote,
  visitNotesQuery,
} from '../../../clinical/visit-notes/public.ts'
import { hasDraft } from '../../../ground/client/drafts.ts'
import { useMay, useMe, useSite } from '../../../ground/sign-in/account.ts'
import { focusContent, isCovered } from '../../../ground/ui/focus.ts'
import { formatTime, inZone, patientName } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { useAbilities } from '../abilities.ts'
import { nextToCall } from '../board/board.ts'
import { useMoves } from '../board/moves.ts'
import { useOneCall } from '../board/one-call.ts'
import { useAboutAppointment } from '../booking/about-appointment.ts'
import { LateFollowUp } from '../booking/late-follow-up.ts'
import { patientAppointmentsQuery, queueQuery } from '../queries.ts'
import classes from './Consultation.module.css'
import { LastNote } from './LastNote.tsx'
import { useIsCalled, useOpenRecord } from './open-record.ts'
import type { OwnVisit } from './own-visit.ts'

interface ConsultationProps extends OwnVisit {
  patientId: string
  /** The place for the note on wide screens; on others the note is a dialog. */
  notePlace: HTMLElement | null
}

/** A visit on the record of its patient: the note, and a bar with its start time, its reason and what completes it. */
export function Consultation({ patientId, visit, hold, notePlace }: ConsultationProps) {
  const appointments = useQuery(patientAppointmentsQuery(patientId)).data
  const noting = useAboutAppointment(appointments?.items, focusContent)
  const [followUp, setFollowUp] = useState<Appointment['patient']>()
  return (
    <>
      {visit && (
        <Visit
          key={visit.id}
          visit={visit}
          hold={hold}
          notePlace={notePlace}
          onNote={(button) => noting.open(visit, button)}
          onFollowUp={() => setFollowUp(visit.patient)}
        />
      )}
      {/* An open dialog stays open if a colleague completes the visit. */}
      <VisitNote
        appointment={noting.appointment}
        opened={noting.opened}
        onClose={noting.close}
        onExited={noting.onExited}
      />
      <LateFollowUp patient={followUp} onClose={() => setFollowUp(undefined)} />
    </>
  )
}

function Visit({
  visit,
  hold,
  notePlace,
  onNote,
  onFollowUp,
}: Omit<ConsultationProps, 'patientId' | 'visit'> & {
  visit: Appointment
  onNote: (button: HTMLElement) => void
  onFollowUp: () => void
}) {
  const me = useMe()
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  const formId = useId()
  const step = useAbilities().nextStep(visit)
  const mayBook = useMay()('appointment.book')
  const moves = useMoves()
  const openRecord = useOpenRecord()
  const isCalled = useIsCalled()
  const next = nextToCall(useQuery(queueQuery).data ?? [], me.id)
  const notes = useQuery(visitNotesQuery(visit.patientId, [visit.id])).data ?? []
  const [hasTyped, setHasTyped] = useState(() => hasDraft(me.id, typedNoteKey(visit.id)))
  const { running, run } = useOneCall<End>()
  useHotkeys([['F', () => mayBook && visit.status === 'IN_PROGRESS' && isUncovered() && onFollowUp()]])
  const isOnPage = Boolean(isWide && notePlace)
  const isUnsigned =
    hasTyped || notes.some(({ authorId, signedAt, struck }) => authorId === me.id && !signedAt && !struck)

  async function end(how: End) {
    if (!step) return
    try {
      await moves.take({ id: visit.id }, step)
      const called = how === 'call' && next && (await moves.callNext(next))
      if (called) openRecord(called)
      else focusContent()
    } catch (error) {
      if (error instanceof Error) toast.error(error.message)
    }
  }

  return (
    <>
      {isOnPage &&
        notePlace &&
        createPortal(
          <section className={classes.note} aria-label="Visit Note">
            <h2>Visit Note</h2>
            <NoteOnPage
              appointment={visit}
              about={<LastNote visit={visit} />}
              startsFocused={isCalled}
              onTyped={(typed) => {
                setHasTyped(typed)
                hold(typed ? visit.id : undefined)
              }}
              signing={{ formId, onSigned: (how) => isEnd(how) && void run(how, () => end(how)) }}
            />
          </section>,
          notePlace,
        )}
      {visit.status === 'IN_PROGRESS' && (
        <section className={classes.bar} aria-label="Consultation" data-consultation>
          <Words
            visit={visit}
            unfinished={
              isOnPage && isUnsigned
                ? undefined
                : unfinishedWords(notes, {
                    accountId: me.id,
                    hasTyped: hasDraft(me.id, typedNoteKey(visit.id)),
                  })
            }
          />
          <div className={classes.actions}>
            {!isOnPage && (
              <Button
                variant="default"
                leftSection={<IconNotes size={16} aria-hidden="true" />}
                onClick={(event) => onNote(event.currentTarget)}
              >
                Visit Note
              </Button>
            )}
            {mayBook && (
              <Button
                variant="default"
                leftSection={<IconCalendarPlus size={16} aria-hidden="true" />}
                aria-keyshortcuts="F"
                onClick={onFollowUp}
              >
                Book Follow-Up
              </Button>
            )}
            {step && (
              <Ways
                next={next}
                running={running}
                signs={isOnPage && isUnsigned ? formId : undefined}
                onEnd={(how) => run(how, () => end(how))}
              />
            )}
          </div>
        </section>
      )}
    </>
  )
}

/** An open dialog or menu comes first. */
function isUncovered(): boolean {
  return !isCovered() && !document.querySelector('[aria-modal="true"], [role="menu"]')
}

type End = 'complete' | 'call'
const isEnd = (value: string): value is End => value === 'complete' || value === 'call'

/** The visit's start, type and reason, and what the note lacks. */
function Words({ visit, unfinished }: { visit: Appointment; unfinished: string | undefined }) {
  const { timeZone } = useSite()
  return (
    <div className={classes.words}>
      <p className={classes.since}>
        {visit.startedAt && `In progress since ${formatTime(inZone(visit.startedAt, timeZone).time)}`} ·{' '}
        {appointmentTypeNames[visit.type]}
      </p>
      {visit.notes && (
        <p className={classes.reason} title={visit.notes}>
          <bdi>{visit.notes}</bdi>
        </p>
      )}
      {unfinished && <p className={classes.unfinished}>{unfinished}</p>}
    </div>
  )
}

/** Completes the visit, and calls the next patient. A note that isn't signed yet is signed by the same press. */
function Ways({
  next,
  running,
  signs,
  onEnd,
}: {
  next: Appointment | undefined
  running: End | undefined
  /** The form of the note to sign. */
  signs: string | undefined
  onEnd: (how: End) => void
}) {
  const isOnlyWay = !next && !signs
  const onComplete = () => onEnd('complete')
  const main = next ? 'call' : 'complete'
  return (
    <>
      {!isOnlyWay && (
        <Button
          variant="default"
          leftSection={<IconCheck size={16} aria-hidden="true" />}
          aria-busy={Boolean(next) && running === 'complete'}
          onClick={onComplete}
        >
          Complete
        </Button>
      )}
      <Button
        {...(signs
          ? { type: 'submit' as const, form: signs, name: 'end', value: main }
          : { onClick: () => onEnd(main) })}
        leftSection={
          next ? (
            <IconSpeakerphone size={16} aria-hidden="true" />
          ) : (
            <IconCheck size={16} aria-hidden="true" />
          )
        }
        rightSection={
          next && (
            <span className={classes.number} aria-hidden="true">
              {next.queueNumber}
            </span>
          )
        }
        title={next && `Number ${next.queueNumber}, ${patientName(next.patient)}`}
        aria-busy={running === main}
      >
        {signs
          ? next
            ? 'Sign, complete and call next'
            : 'Sign and complete'
          : next
            ? 'Complete and call next'
            : 'Complete'}
      </Button>
    </>
  )
}

import { Button } from '@mantine/core'
import { IconCheck, IconNotes, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Appointment, appointmentTypeNames } from '../../../contract/appointments.ts'
import { hasDraft } from '../../client/drafts.ts'
import { useMe, useSite } from '../../session/account.ts'
import { focusContent } from '../../ui/focus.ts'
import { formatTime, inZone, patientName } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'
import { typedNoteKey, unfinishedWords, VisitNote, visitNotesQuery } from '../../visit-notes/public.ts'
import { useAbilities } from '../abilities.ts'
import { nextToCall } from '../board/board.ts'
import { useMoves } from '../board/moves.ts'
import { useOneCall } from '../board/one-call.ts'
import { useAboutAppointment } from '../booking/about-appointment.ts'
import { patientAppointmentsQuery, queueQuery } from '../queries.ts'
import classes from './Consultation.module.css'

/** The bar for a visit in progress: its start time and reason, the visit note, and the buttons that complete it. */
export function Consultation({
  patientId,
  onCalled,
}: {
  patientId: string
  onCalled: (called: Appointment) => void
}) {
  const { data } = useQuery(patientAppointmentsQuery(patientId))
  const abilities = useAbilities()
  const visit = data?.items.find((one) => one.status === 'IN_PROGRESS' && abilities.isOwn(one))
  const noting = useAboutAppointment(data?.items, focusContent)
  return (
    <>
      {visit && (
        <Bar
          key={visit.id}
          visit={visit}
          onNote={(button) => noting.open(visit, button)}
          onCalled={onCalled}
        />
      )}
      {/* An open note stays open if a colleague completes the visit. */}
      <VisitNote
        appointment={noting.appointment}
        opened={noting.opened}
        onClose={noting.close}
        onExited={noting.onExited}
      />
    </>
  )
}

function Bar({
  visit,
  onNote,
  onCalled,
}: {
  visit: Appointment
  onNote: (button: HTMLElement) => void
  onCalled: (called: Appointment) => void
}) {
  const me = useMe()
  const { timeZone } = useSite()
  const step = useAbilities().nextStep(visit)
  const moves = useMoves()
  const queue = useQuery(queueQuery).data
  const notes = useQuery(visitNotesQuery(visit.patientId, [visit.id])).data
  const { running, run } = useOneCall<'complete' | 'call'>()
  const next = nextToCall(queue ?? [], me.id)
  const unfinished = unfinishedWords(notes ?? [], {
    accountId: me.id,
    hasTyped: hasDraft(me.id, typedNoteKey(visit.id)),
  })

  async function end(thenCall?: Appointment) {
    if (!step) return
    try {
      await moves.take({ id: visit.id }, step)
      const called = thenCall && (await moves.callNext(thenCall))
      if (called) onCalled(called)
      else focusContent()
    } catch (error) {
      if (error instanceof Error) toast.error(error.message)
    }
  }

  return (
    <section className={classes.bar} aria-label="Consultation" data-consultation>
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
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconNotes size={16} aria-hidden="true" />}
          onClick={(event) => onNote(event.currentTarget)}
        >
          Visit Note
        </Button>
        {step && (
          <Button
            variant={next ? 'default' : 'filled'}
            leftSection={<IconCheck size={16} aria-hidden="true" />}
            aria-busy={running === 'complete'}
            onClick={() => run('complete', () => end())}
          >
            Complete
          </Button>
        )}
        {step && next && (
          <Button
            leftSection={<IconSpeakerphone size={16} aria-hidden="true" />}
            rightSection={
              <span className={classes.number} aria-hidden="true">
                {next.queueNumber}
              </span>
            }
            title={`Number ${next.queueNumber}, ${patientName(next.patient)}`}
            aria-busy={running === 'call'}
            onClick={() => run('call', () => end(next))}
          >
            Complete and call next
          </Button>
        )}
      </div>
    </section>
  )
}

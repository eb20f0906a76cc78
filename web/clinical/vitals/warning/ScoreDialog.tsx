import { Alert, Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { EarlyWarning } from '../../../../contract/clinical/warnings/early-warning.ts'
import type { PatientIdentity } from '../../../../contract/people/patients.ts'
import { doctorName } from '../../../../contract/people/staff.ts'
import { AnchorLink } from '../../../ground/links/links.tsx'
import { refusedAct } from '../../../ground/records/failures.ts'
import { useMay, useMe, useSite } from '../../../ground/sign-in/account.ts'
import { usePassed } from '../../../ground/sign-in/hospital-clock.ts'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { agoWords, formatMoment, fullName } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { PatientSummary } from '../../../people/patients/public.ts'
import { News2Badge, News2Response } from '../News2.tsx'
import classes from './LastScore.module.css'
import { useAcknowledging } from './queries.ts'

interface DialogProps {
  patient: PatientIdentity
  /** The current score. */
  warning: EarlyWarning | undefined
  isOpen: boolean
  onClose: () => void
}

/** A patient's last score, the response to it, and who has acknowledged it. */
export function ScoreDialog({ patient, warning, isOpen, onClose }: DialogProps) {
  if (!isOpen || !warning) return null
  return (
    <DialogFrame title={<bdi>NEWS2 of {fullName(patient)}</bdi>} size="md" onClose={onClose}>
      <Opened patient={patient} now={warning} onClose={onClose} />
    </DialogFrame>
  )
}

/** Acknowledges the score that the user has read. A newer one is only shown when the user asks for it. */
function Opened({
  patient,
  now,
  onClose,
}: {
  patient: PatientIdentity
  now: EarlyWarning
  onClose: () => void
}) {
  const mayRespond = useMay()('clinical.respond')
  const me = useMe()
  const { timeZone } = useSite()
  const { acknowledge, takeBack } = useAcknowledging()
  const [read, setRead] = useState(now)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isNewer = read.vitalSignsId !== now.vitalSignsId
  const shown = isNewer ? read : now
  const { alert, takenAt } = shown
  const acknowledged = alert?.acknowledged
  const ago = agoWords(usePassed(takenAt))

  async function act(doing: Promise<EarlyWarning>, refused: string, done: () => void) {
    setBusy(true)
    setProblem(undefined)
    try {
      await doing
      done()
    } catch (error) {
      setProblem(refusedAct(error, refused))
    }
    setBusy(false)
  }
  const undo = () =>
    void takeBack(shown.vitalSignsId).then(
      () => toast.success(`Acknowledgement undone: ${fullName(patient)}’s NEWS2 is notified again`),
      (error: unknown) => toast.error(refusedAct(error, 'Not undone')),
    )

  return (
    <div className={classes.dialog}>
      <PatientSummary
        patient={patient}
        now={
          <AnchorLink to="/patients/$id" params={{ id: patient.id }}>
            View patient
          </AnchorLink>
        }
      />
      {problem && <Alert color="red" role="alert" title={problem} />}
      <p className={classes.fact}>
        <News2Badge scored={shown} /> Taken {formatMoment(takenAt, timeZone)}, {ago}
      </p>
      <News2Response scored={shown} />
      {acknowledged && (
        <p className={classes.fact}>
          Acknowledged by <bdi>{doctorName(acknowledged.by)}</bdi>, {formatMoment(acknowledged.at, timeZone)}
        </p>
      )}
      {alert && !acknowledged && (
        <p className={classes.fact}>
          Not acknowledged. Every doctor who is signed in is notified after 15 minutes, until a doctor
          acknowledges it or a newer set scores lower.
        </p>
      )}
      {isNewer && (
        <p className={classes.fact} role="status">
          A newer score has been recorded: <News2Badge scored={now} />
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          onClick={onClose}
          data-autofocus={alert && !acknowledged ? undefined : true}
        >
          Close
        </Button>
        {isNewer ? (
          <Button
            onClick={() => {
              setRead(now)
              setProblem(undefined)
            }}
          >
            Show newer score
          </Button>
        ) : (
          mayRespond &&
          alert &&
          (acknowledged ? (
            acknowledged.byId === me.id && (
              <Button
                variant="default"
                loading={busy}
                onClick={() => void act(takeBack(shown.vitalSignsId), 'Not undone', () => undefined)}
              >
                Undo acknowledgement
              </Button>
            )
          ) : (
            <Button
              data-autofocus
              loading={busy}
              onClick={() =>
                void act(acknowledge(shown.vitalSignsId), 'Not acknowledged', () => {
                  onClose()
                  toast.success(`You acknowledged ${fullName(patient)}’s NEWS2 of ${shown.score}`, {
                    actions: [{ label: 'Undo', onClick: undo }],
                  })
                })
              }
            >
              Acknowledge
            </Button>
          ))
        )}
      </Group>
    </div>
  )
}

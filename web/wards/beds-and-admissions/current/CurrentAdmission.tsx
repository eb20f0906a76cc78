import { Button, Group, Skeleton } from '@mantine/core'
import {
  IconArrowsExchange,
  IconBedOff,
  IconDoorExit,
  IconHeartbeat,
  IconPencil,
  IconPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { Patient } from '../../../../contract/people/patients.ts'
import { doctorName } from '../../../../contract/people/staff.ts'
import type { Admission } from '../../../../contract/wards/admissions.ts'
import { useMay, useSite } from '../../../ground/sign-in/account.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { hasNoFocus } from '../../../ground/ui/focus.ts'
import { formatDay, formatMoment } from '../../../ground/ui/format.ts'
import { late, whileOpen } from '../../../ground/ui/lazy-component.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ground/ui/page/ErrorState.tsx'
import { Facts } from '../../../ground/ui/page/Facts.tsx'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { usePhone } from '../../../ground/ui/use-phone.ts'
import { patientAdmissionsQuery } from '../queries.ts'
import classes from '../stays/Admission.module.css'
import { ExpectedDischarge } from '../stays/ExpectedDischarge.tsx'
import { Stays } from '../stays/Stays.tsx'
import { WithEntry } from '../stays/WithEntry.tsx'
import { acuityLooks, admittedLook, dayWords, departureOf, placeWords } from '../words.ts'
import type { Begun } from './ActOn.tsx'
import type { PatientAct } from './patient-acts.ts'

const ActOn = late(() => import('./ActOn.tsx'), 'ActOn', whileOpen)

interface ActProps {
  act: PatientAct | undefined
  onAct: (act: PatientAct | undefined) => void
}

/** The admission that a patient is in, if any; undefined while that is not known. */
export function useActiveAdmission(patientId: string): Admission | null | undefined {
  // The newest is the only one that can be active.
  const { data } = useQuery(patientAdmissionsQuery(patientId))
  return data && (data.items.find(({ status }) => status === 'active') ?? null)
}

/** Says that a patient is admitted; nothing otherwise. */
export function AdmittedBadge({ patientId }: { patientId: string }) {
  const admission = useActiveAdmission(patientId)
  return admission ? <StatusBadge look={admittedLook} /> : null
}

/** A patient's current bed, the reason, and the actions. */
export function CurrentAdmission({
  patient,
  whomToCall,
  act,
  onAct,
}: ActProps & {
  patient: Patient
  /** The emergency contact, as the record shows it. */
  whomToCall: ReactNode
}) {
  const mayDo = useMay()
  const query = useQuery(patientAdmissionsQuery(patient.id))
  const admission = useActiveAdmission(patient.id)
  const box = useRef<HTMLDivElement>(null)
  const isPhone = usePhone()
  const acts = mayDo('bed.admit') && <Acts onAct={onAct} />
  const mayTakeBack = mayDo('patient.takeBackDeath') && patient.deceasedAt !== null
  const mayAdmit = mayDo('bed.admit') && !patient.deceasedAt
  const begun = useBegun(act, admission, (asked) => {
    switch (asked) {
      case 'takeBackDeath':
        return mayTakeBack
      case 'admit':
        return mayAdmit && admission === null
      case 'status':
        return mayDo('clinical.observe') && Boolean(admission)
      default:
        return mayDo('bed.admit') && Boolean(admission)
    }
  })

  /** The button that opened the dialog is gone after a discharge: then this part of the record gets the focus. */
  function close() {
    onAct(undefined)
    setTimeout(() => {
      if (hasNoFocus()) box.current?.focus()
    }, 250)
  }

  return (
    <div ref={box} tabIndex={-1} className={classes.box}>
      <Section
        title="Current Admission"
        action={
          admission && (
            <Group gap="xs">
              {mayDo('clinical.observe') && (
                <Button
                  size="compact-md"
                  variant="default"
                  leftSection={<IconHeartbeat size={16} aria-hidden="true" />}
                  onClick={() => onAct('status')}
                >
                  Update Status
                </Button>
              )}
              {!isPhone && acts}
            </Group>
          )
        }
      >
        {admission ? (
          <Admitted admission={admission} whomToCall={whomToCall} acts={isPhone && acts} />
        ) : query.error && !query.data ? (
          <ErrorState
            title="The admissions could not be loaded"
            error={query.error}
            onRetry={() => query.refetch()}
            retrying={query.isFetching}
          />
        ) : admission === null ? (
          <EmptyState
            compact
            title="No current admission"
            icon={<IconBedOff size={28} stroke={1.5} />}
            action={
              mayTakeBack ? (
                <Button variant="default" onClick={() => onAct('takeBackDeath')}>
                  Correct Recorded Death
                </Button>
              ) : (
                mayAdmit && (
                  <Button
                    variant="default"
                    leftSection={<IconPlus size={16} aria-hidden="true" />}
                    onClick={() => onAct('admit')}
                  >
                    Admit Patient
                  </Button>
                )
              )
            }
          >
            {patient.deceasedAt && 'This patient has died.'}
          </EmptyState>
        ) : (
          // Between the height of an admission and that of none.
          <Skeleton h={200} role="status" aria-label="Loading the admission" />
        )}
        <ActOn.Ahead />
        {begun && <ActOn {...begun} patient={patient} onClose={close} />}
      </Section>
    </div>
  )
}

/**
 * A dialog stays open until it is closed: if a colleague admits or discharges the patient meanwhile, typed entries
 * stay, and the server gives the reason why it can't be done any more.
 */
function useBegun(
  act: PatientAct | undefined,
  admission: Admission | null | undefined,
  mayBegin: (act: PatientAct) => boolean,
): Begun | undefined {
  const [begun, setBegun] = useState<Begun>()
  if (begun?.act === act) return begun
  const next = act && admission !== undefined && mayBegin(act) ? { act, admission } : undefined
  if (next || begun) setBegun(next)
  return next
}

/** The actions on an admission. */
function Acts({ onAct }: { onAct: (act: PatientAct) => void }) {
  return (
    <Group gap="xs" className={classes.actions}>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconArrowsExchange size={16} aria-hidden="true" />}
        onClick={() => onAct('transfer')}
      >
        Transfer
      </Button>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconDoorExit size={16} aria-hidden="true" />}
        onClick={() => onAct('discharge')}
      >
        Discharge
      </Button>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden="true" />}
        onClick={() => onAct('edit')}
      >
        Edit Admission
      </Button>
    </Group>
  )
}

function Admitted({
  admission,
  whomToCall,
  acts,
}: {
  admission: Admission
  whomToCall: ReactNode
  /** On a phone they stand below what is known, in reach of the thumb. */
  acts: ReactNode
}) {
  const { timeZone } = useSite()
  const today = useToday()
  const { acuity, expectedDischargeDate: expected } = admission
  return (
    <>
      <Facts
        columns={3}
        isShort
        facts={[
          {
            label: 'Admitted On',
            value: (
              <WithEntry entered={admission.admissionEntered}>
                {formatMoment(admission.admissionDate, timeZone)} (
                {dayWords(admission.admissionDate, today, timeZone)})
              </WithEntry>
            ),
          },
          { label: 'Bed and Ward', value: placeWords(admission.bed) },
          {
            label: 'Attending Physician',
            value: admission.doctor && <bdi>{doctorName(admission.doctor)}</bdi>,
          },
          { label: 'Diagnosis', value: admission.diagnosis && <bdi>{admission.diagnosis}</bdi> },
          {
            label: 'Expected Discharge',
            value:
              expected &&
              (departureOf(expected, today).isOverdue ? (
                <ExpectedDischarge expected={expected} today={today} />
              ) : expected === today ? (
                'Today'
              ) : (
                formatDay(expected)
              )),
          },
          {
            label: 'Status',
            value: acuity && (
              <span className={classes.acuity}>
                <StatusBadge look={acuityLooks[acuity.acuity]} />
                {acuity.note && <bdi>{acuity.note}</bdi>}
                <span className={classes.quiet}>
                  {acuity.by}, {formatMoment(acuity.at, timeZone)}
                </span>
              </span>
            ),
          },
          { label: 'Emergency Contact', value: whomToCall },
          ...(admission.notes ? [{ label: 'Notes', value: <bdi>{admission.notes}</bdi> }] : []),
        ]}
      />
      {acts}
      {/* Read after the rest, and so below it: no button moves away under a hand. */}
      <Stays admissionId={admission.id} isFolded />
    </>
  )
}

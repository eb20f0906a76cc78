import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { adultFrom } from '../../../../contract/clinical/warnings/bands.ts'
import type { EarlyWarning } from '../../../../contract/clinical/warnings/early-warning.ts'
import { ageOn, type PatientIdentity } from '../../../../contract/people/patients.ts'
import { useMay } from '../../../ground/sign-in/account.ts'
import { usePassed, useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { agoWords, patientName } from '../../../ground/ui/format.ts'
import { late } from '../../../ground/ui/lazy-component.tsx'
import { statusColors } from '../../../ground/ui/StatusBadge.tsx'
import { bandLooks } from './band-looks.ts'
import classes from './LastScore.module.css'
import { earlyWarningQuery, earlyWarningsQuery } from './queries.ts'

const ScoreDialog = late(() => import('./ScoreDialog.tsx'), 'ScoreDialog', {
  isOpen: ({ isOpen }) => isOpen,
  close: ({ onClose }) => onClose(),
})

/** A score with its age and, if it is high, whether a doctor has acknowledged it. A press shows what to do. */
function Score({
  patient,
  warning,
  isParted = false,
}: {
  patient: PatientIdentity
  warning: EarlyWarning
  isParted?: boolean | undefined
}) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const ago = agoWords(usePassed(warning.takenAt))
  const { score, band, alert } = warning
  const { icon: Icon, tone } = bandLooks[band]
  const { text, ground } = statusColors({ word: band, icon: Icon, tone })
  const isLow = band === 'Low'
  const acknowledged = alert?.acknowledged ? 'Acknowledged' : 'Not acknowledged'
  return (
    <>
      <button
        type="button"
        className={classes.score}
        data-low={isLow || undefined}
        data-parted={(isParted && alert && true) || undefined}
        style={isLow ? undefined : { color: text, backgroundColor: ground }}
        aria-haspopup="dialog"
        onClick={() => {
          setWasOpened(true)
          setOpen(true)
        }}
      >
        {!isLow && <Icon size={14} stroke={2} aria-hidden="true" />}
        <span className={classes.words}>
          <span className={classes.whole}>
            NEWS2 {score}
            {!isLow && ` ${band}`}
          </span>{' '}
          <span className={classes.ago}>· {ago}</span>
          {alert && (
            <>
              <span className="sr-only">, </span>
              <span className={isParted ? 'sr-only' : classes.acknowledged}>{acknowledged}</span>
            </>
          )}
        </span>
        <span className="sr-only">, {patientName(patient)}</span>
      </button>
      {isParted && alert && (
        <span className={classes.beside} style={{ color: text }} aria-hidden="true">
          {acknowledged}
        </span>
      )}
      {wasOpened && (
        <ScoreDialog patient={patient} warning={warning} isOpen={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** The scores by patient, built once for each reply, however many cards ask. */
const byPatient = new WeakMap<readonly EarlyWarning[], ReadonlyMap<string, EarlyWarning>>()
function warningIn(warnings: readonly EarlyWarning[], patientId: string): EarlyWarning | null {
  let known = byPatient.get(warnings)
  if (!known) {
    known = new Map(warnings.map((warning) => [warning.id, warning]))
    byPatient.set(warnings, known)
  }
  return known.get(patientId) ?? null
}

/**
 * The last NEWS2 of a patient on a board or in a list, for users who may see it. Each follows only its own patient, so
 * a new set draws one card again.
 */
export function LastScore(props: BoardProps) {
  return useMay()('clinical.view') ? <OfBoard {...props} /> : null
}

interface BoardProps {
  patient: PatientIdentity
  /** Nothing stands where no score is recorded. */
  isQuiet?: boolean
  /** Whether it is acknowledged stands behind the score, so that a card can put something beside it. */
  isParted?: boolean
}

function OfBoard({ patient, isQuiet = false, isParted }: BoardProps) {
  const isChild = ageOn(useToday(), patient.dateOfBirth) < adultFrom
  const select = useMemo(
    () => (warnings: readonly EarlyWarning[]) => ({ warning: warningIn(warnings, patient.id) }),
    [patient.id],
  )
  const { data, isError } = useQuery({ ...earlyWarningsQuery, select })
  if (data?.warning) return <Score patient={patient} warning={data.warning} isParted={isParted} />
  if (isChild || isQuiet) return null
  // As high as a score, so that nothing moves when the score loads.
  return (
    <span className={classes.none}>{data ? 'NEWS2 not recorded' : isError ? 'NEWS2 not loaded' : ' '}</span>
  )
}

/** The last score, for a patient's own record. */
export function RecordScore({ patient }: { patient: PatientIdentity }) {
  return useMay()('clinical.view') ? <OfRecord patient={patient} /> : null
}

function OfRecord({ patient }: { patient: PatientIdentity }) {
  const { data } = useQuery(earlyWarningQuery(patient.id))
  return data?.warning ? <Score patient={patient} warning={data.warning} /> : null
}

import { IconAlertTriangleFilled, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { allergyState, genderNames, type PatientIdentity } from '../../../contract/patients.ts'
import { useSite } from '../../session/account.ts'
import { formatMoment } from '../../ui/format.ts'
import classes from './PatientIdentity.module.css'
import { DateOfBirth, PatientName } from './PatientIdentityLine.tsx'

type BannerPatient = PatientIdentity & { allergies?: string | null; deceasedAt?: string | null }

/**
 * Who this screen is about; stays in sight while it scrolls. `allergies` left out means that this screen was not told
 * of them, which is said too.
 */
export function PatientBanner({ patient }: { patient: BannerPatient }) {
  const { timeZone } = useSite()
  return (
    <section className={classes.banner} aria-label="Patient">
      <strong className={classes.name}>
        <PatientName patient={patient} />
      </strong>
      <dl className={classes.bannerFacts}>
        <div>
          <dt>Born</dt>
          <dd>
            <DateOfBirth day={patient.dateOfBirth} />
          </dd>
        </div>
        <div>
          <dt>Gender</dt>
          <dd>{genderNames[patient.gender]}</dd>
        </div>
        <div>
          <dt className="sr-only">MRN</dt>
          <dd>{patient.mrn}</dd>
        </div>
        {patient.deceasedAt && (
          <div>
            <dt>Died</dt>
            <dd>{formatMoment(patient.deceasedAt, timeZone)}</dd>
          </div>
        )}
      </dl>
      <Allergies allergies={patient.allergies} />
    </section>
  )
}

/** Allergies in their four states; never blank, because blank could mean any of them. */
export function Allergies({
  allergies,
  isLabelled = false,
}: {
  allergies: string | null | undefined
  /** The word 'Allergies' stands before it already. */
  isLabelled?: boolean
}) {
  const state = allergies === undefined ? 'unavailable' : allergyState(allergies)
  if (state === 'known') {
    return (
      // A long text scrolls in the banner, by keyboard too.
      <span
        className={classes.allergies}
        data-state="known"
        {...(allergies &&
          allergies.length > 120 && { tabIndex: 0, role: 'group', 'aria-label': 'Allergies' })}
      >
        <IconAlertTriangleFilled size={16} aria-hidden="true" />
        <span>
          {!isLabelled && <strong>Allergies: </strong>}
          <bdi>{allergies}</bdi>
        </span>
      </span>
    )
  }
  if (state === 'none known') {
    return (
      <span className={classes.allergies}>
        <IconCircleCheck size={16} aria-hidden="true" />
        {isLabelled ? 'None known' : 'No known allergies'}
      </span>
    )
  }
  return (
    <span className={classes.allergies} data-state="unknown">
      <IconHelpCircle size={16} aria-hidden="true" />
      {isLabelled
        ? 'Not recorded'
        : `Allergies ${state === 'unavailable' ? 'unavailable here' : 'not recorded'}`}
    </span>
  )
}

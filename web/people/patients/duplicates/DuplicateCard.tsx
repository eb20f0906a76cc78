import { Button } from '@mantine/core'
import { IconArrowBackUp, IconEqual, IconEqualNot } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { ageWords, birthWords } from '../../../../contract/people/birth/birth.ts'
import type { DuplicatePair, DuplicateRecord } from '../../../../contract/people/duplicates/duplicates.ts'
import { genderNames } from '../../../../contract/people/patients.ts'
import { AnchorLink, ButtonLink } from '../../../ground/links/links.tsx'
import { useMay, useSite } from '../../../ground/sign-in/account.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { formatMoment, patientName } from '../../../ground/ui/format.ts'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { Allergies } from '../identity/Allergies.tsx'
import { deceasedLook, restrictedLook } from '../words.ts'
import classes from './Duplicates.module.css'
import { type ComparedLine, comparedLines, reasonsOf } from './reasons.ts'

/** The two names, for buttons and for the card. */
export function pairName({ records }: DuplicatePair): string {
  return records.map((record) => `${patientName(record)} (${record.mrn})`).join(' and ')
}

interface Acts {
  onDecide: () => void
  onNote: () => void
  onLater: () => void
  onTakeBack: () => void
  busy: boolean
  /** The form of a note, instead of the buttons. */
  note: ReactNode
}

/** Two records side by side: what is alike and what differs, in words. */
export function DuplicateCard({ pair, ...acts }: { pair: DuplicatePair } & Acts) {
  const { timeZone } = useSite()
  const today = useToday()
  const { records, reasons, decision } = pair
  const lines = useMemo(
    () =>
      comparedLines(reasons, records, {
        gender: ({ gender }) => genderNames[gender],
        born: (record) => `${birthWords(record)} (${ageWords(record, today)})`,
      }),
    [reasons, records, today],
  )
  const { alike, different } = reasonsOf(reasons)
  return (
    <>
      <div className={classes.reasons}>
        <p>
          <IconEqual size={16} aria-hidden="true" />
          <span>{alike.join(' · ')}</span>
        </p>
        {different.length > 0 && (
          <p>
            <IconEqualNot size={16} aria-hidden="true" />
            <span>{different.join(' · ')}</span>
          </p>
        )}
      </div>
      <table className={classes.compared}>
        <thead>
          <tr>
            <th scope="col">
              <span className={classes.hidden}>Field</span>
            </th>
            {records.map((record) => (
              <th key={record.id} scope="col">
                <RecordHead record={record} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.label} line={line} />
          ))}
          <tr>
            <th scope="row">Allergies</th>
            {records.map((record) => (
              <td key={record.id}>
                <Allergies of={record} />
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">Registered</th>
            {records.map(({ id, createdAt }) => (
              <td key={id}>{formatMoment(createdAt, timeZone)}</td>
            ))}
          </tr>
        </tbody>
      </table>
      {decision ? (
        <div className={classes.decided}>
          <p>
            Not duplicates: <bdi>{decision.by}</bdi>, {formatMoment(decision.at, timeZone)}
            {decision.note && (
              <>
                . <bdi>{decision.note}</bdi>
              </>
            )}
          </p>
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
            aria-label={`Take back: ${pairName(pair)} are not duplicates`}
            aria-busy={acts.busy}
            onClick={acts.onTakeBack}
          >
            Take Back
          </Button>
        </div>
      ) : (
        acts.note || <OpenActs pair={pair} {...acts} />
      )}
    </>
  )
}

function OpenActs({ pair, busy, onDecide, onNote, onLater }: { pair: DuplicatePair } & Acts) {
  const name = pairName(pair)
  const mayMerge = useMay()('patient.merge')
  const [one, other] = pair.records
  return (
    <div className={classes.acts}>
      <Button
        size="compact-md"
        variant="default"
        data-key="N"
        aria-keyshortcuts="n"
        aria-label={`Not duplicates: ${name}`}
        aria-busy={busy}
        onClick={onDecide}
      >
        Not Duplicates
      </Button>
      <Button
        size="compact-md"
        variant="subtle"
        aria-label={`Not duplicates, with a note: ${name}`}
        onClick={onNote}
      >
        With a Note
      </Button>
      <Button
        size="compact-md"
        variant="subtle"
        data-key="S"
        aria-keyshortcuts="s"
        aria-label={`Later: ${name}`}
        onClick={onLater}
      >
        Later
      </Button>
      {mayMerge && one && other && (
        <ButtonLink
          size="compact-md"
          variant="default"
          to="/patients/merge/$id"
          params={{ id: one.id }}
          search={{ other: other.id }}
          aria-label={`Merge: ${name}`}
        >
          Merge…
        </ButtonLink>
      )}
    </div>
  )
}

function RecordHead({ record }: { record: DuplicateRecord }) {
  return (
    <>
      <AnchorLink to="/patients/$id" params={{ id: record.id }} underline="always" className={classes.name}>
        <bdi>{patientName(record)}</bdi>
      </AnchorLink>
      <span className={classes.mrn}>{record.mrn}</span>
      {record.deceasedAt && <StatusBadge look={deceasedLook} />}
      {record.restrictedSince && <StatusBadge look={restrictedLook} />}
    </>
  )
}

function Line({ line: { label, values, mark } }: { line: ComparedLine }) {
  return (
    <tr data-differs={mark !== null || undefined}>
      <th scope="row">
        {label}
        {mark && (
          <span className={classes.mark}>
            <IconEqualNot size={14} aria-hidden="true" />
            {mark}
          </span>
        )}
      </th>
      {values.map((value, at) => (
        // The two sides stay where they are.
        // oxlint-disable-next-line react/no-array-index-key
        <td key={at}>
          {value === null ? <span className={classes.none}>Not recorded</span> : <bdi>{value}</bdi>}
        </td>
      ))}
    </tr>
  )
}

import { useMemo } from 'react'
import type { Movement } from '../../../../contract/store/stock.ts'
import { wardNames } from '../../../../contract/wards/wards.ts'
import { AnchorLink } from '../../../ground/links/links.tsx'
import { useMay, useSite } from '../../../ground/sign-in/account.ts'
import { formatMoment } from '../../../ground/ui/format.ts'
import type { DataColumn } from '../../../ground/ui/list/DataTable.tsx'
import classes from '../stock/Stock.module.css'
import { causeNames, formatQuantity, movementWords, useMoney } from '../words.ts'

/** The columns of lists of movements. */
export function useMovementColumns() {
  const { timeZone } = useSite()
  const maySeePatients = useMay()('patient.view')
  const money = useMoney()
  return useMemo(
    () =>
      ({
        kind: {
          key: 'kind',
          header: 'What and why',
          cell: ({ kind, cause, reason, allergy, allergyReason }) => (
            <>
              {movementWords[kind].done}
              {cause && `, ${causeNames[cause].toLowerCase()}`}
              {reason && <bdi className={classes.note}>{reason}</bdi>}
              {allergy && (
                <span className={classes.note}>
                  Issued despite allergy to <bdi>{allergy}</bdi>: <bdi>{allergyReason}</bdi>
                </span>
              )}
            </>
          ),
        },
        quantity: {
          key: 'quantity',
          header: 'Quantity',
          align: 'end',
          cell: ({ quantity }) => <Signed of={quantity} words={formatQuantity} />,
        },
        worth: {
          key: 'worth',
          header: 'Value',
          align: 'end',
          cell: ({ worth }) => <Signed of={worth} words={money} />,
        },
        batch: {
          key: 'batch',
          header: 'Batch',
          cell: ({ batchNumber, cost }) => (
            <>
              <bdi>{batchNumber}</bdi>
              {cost !== null && <span className={classes.note}>{money(cost)} each</span>}
            </>
          ),
        },
        recipient: {
          key: 'recipient',
          header: 'To or from',
          cell: (movement) => <Recipient movement={movement} maySeePatients={maySeePatients} />,
        },
        who: {
          key: 'who',
          header: 'Who and when',
          cell: ({ by, countersignedBy, at }) => (
            <>
              <bdi>{by ?? 'Not recorded'}</bdi>
              {countersignedBy && (
                <span className={classes.note}>
                  Countersigned by <bdi>{countersignedBy}</bdi>
                </span>
              )}
              <span className={`${classes.note} ${classes.moment}`}>{formatMoment(at, timeZone)}</span>
            </>
          ),
        },
      }) satisfies Record<string, DataColumn<Movement>>,
    [timeZone, maySeePatients, money],
  )
}

/** The quantity that it added to the stock or removed. */
function Signed({ of: amount, words }: { of: number; words: (amount: number) => string }) {
  return (
    <span className={amount > 0 ? `${classes.amount} ${classes.added}` : classes.amount}>
      {amount > 0 ? '+' : amount < 0 ? '−' : ''}
      {words(Math.abs(amount))}
    </span>
  )
}

function Recipient({ movement, maySeePatients }: { movement: Movement; maySeePatients: boolean }) {
  const { kind, ward, isForPatient, patientId, patientName } = movement
  if (ward) return wardNames[ward]
  if (patientId && patientName && maySeePatients) {
    return (
      <AnchorLink to="/patients/$id" params={{ id: patientId }}>
        <bdi>{patientName}</bdi>
      </AnchorLink>
    )
  }
  if (isForPatient) return 'A patient'
  return <span className={classes.quiet}>{kind === 'RECEIVE' ? 'Supplier' : 'Store'}</span>
}

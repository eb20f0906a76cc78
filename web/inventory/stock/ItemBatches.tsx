import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { InventoryItem } from '../../../contract/inventory-items.ts'
import { useToday } from '../../session/hospital-clock.ts'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { batchesQuery } from '../queries.ts'
import { amountOf, useMoney } from '../words.ts'
import { Expiry } from './Expiry.tsx'
import classes from './Stock.module.css'

/** What is on the shelf, what expires first on top. */
export function ItemBatches({
  item,
  onDispose,
}: {
  item: InventoryItem
  onDispose: (() => void) | undefined
}) {
  const money = useMoney()
  const today = useToday()
  const batches = useQuery(batchesQuery(item.id))
  const hasExpired = batches.data?.some(({ isExpired }) => isExpired)
  return (
    <Section
      title="Stock by batch"
      flush
      action={
        hasExpired &&
        onDispose && (
          <Button size="compact-sm" variant="default" onClick={onDispose}>
            Dispose of what expired
          </Button>
        )
      }
    >
      {batches.data && batches.data.length > 0 ? (
        <ul className={classes.batches}>
          {batches.data.map((batch) => (
            <li key={batch.id} data-expired={batch.isExpired || undefined}>
              <span className={classes.batch}>
                <bdi>{batch.batchNumber}</bdi>
                <span className={classes.note}>
                  {money(batch.cost)} each{batch.supplier && `, ${batch.supplier}`}
                </span>
              </span>
              <span>
                <span className={classes.amount}>{amountOf(batch.quantity, item.unit)}</span>
                <span className={classes.note}>
                  <Expiry day={batch.expiryDate} today={today} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      ) : batches.error && !batches.data ? (
        <ErrorState
          title="The batches could not be loaded"
          error={batches.error}
          onRetry={() => batches.refetch()}
          retrying={batches.isFetching}
        />
      ) : batches.data ? (
        <EmptyState compact title="Nothing on the shelf">
          What is received next stands here by batch, with its expiry.
        </EmptyState>
      ) : (
        <EmptyState compact title="Loading the batches…" />
      )}
    </Section>
  )
}

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { InventoryItem } from '../../../../contract/store/items.ts'
import { rowsOf } from '../../../ground/records/list/rows.ts'
import { ShortList } from '../../../ground/records/list/ShortList.tsx'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { batchesQuery } from '../queries.ts'
import { amountOf, useMoney } from '../words.ts'
import { Expiry } from './Expiry.tsx'
import classes from './Stock.module.css'

/** The batches on the shelf, the first to expire on top. */
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
      title="Stock by Batch"
      flush
      action={
        hasExpired &&
        onDispose && (
          <Button size="compact-sm" variant="default" onClick={onDispose}>
            Dispose of Expired Stock
          </Button>
        )
      }
    >
      <ShortList
        list={rowsOf(batches, 'The batches could not be loaded', batches.data)}
        loading="Loading the batches…"
        empty={
          <EmptyState compact title="No batches in stock">
            Batches appear here when stock is received.
          </EmptyState>
        }
      >
        {(shown) => (
          <ul className={classes.batches}>
            {shown.map((batch) => (
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
        )}
      </ShortList>
    </Section>
  )
}

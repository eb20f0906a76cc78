import { useMemo } from 'react'
import type { Period } from '../../../contract/figures/analytics.ts'
import { exportStoreFigures, mostUsedNamed, type UsedItem } from '../../../contract/figures/store.ts'
import { AnchorLink } from '../../ground/links/links.tsx'
import { ExportButton } from '../../ground/records/list/ExportButton.tsx'
import { type DataColumn, DataTable } from '../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import { amountOf, categoryNames, useMoney } from '../../store/items/words.ts'
import { movementsOf } from './lists.ts'

/** The most used items, by value. */
export function MostUsed({ period, items }: { period: Period; items: readonly UsedItem[] | undefined }) {
  const money = useMoney()
  const columns = useMemo(
    (): DataColumn<UsedItem>[] => [
      {
        key: 'name',
        header: 'Item',
        primary: true,
        cell: ({ id, name }) => (
          <AnchorLink to="/inventory/$id" params={{ id }}>
            <bdi>{name}</bdi>
          </AnchorLink>
        ),
      },
      { key: 'category', header: 'Category', cell: ({ category }) => categoryNames[category] },
      {
        key: 'quantity',
        header: 'Quantity',
        align: 'end',
        cell: ({ quantity, unit }) => amountOf(quantity, unit),
      },
      {
        key: 'used',
        header: 'Value used',
        align: 'end',
        cell: ({ id, used }) => (
          <AnchorLink to="/inventory/movements" search={{ ...period, ...movementsOf.used, item: id }}>
            {money(used)}
          </AnchorLink>
        ),
      },
      {
        key: 'usedBefore',
        header: 'In the period before',
        align: 'end',
        cell: ({ usedBefore }) => money(usedBefore),
      },
    ],
    [money, period],
  )
  return (
    <Section
      title="Most Used Items"
      flush
      action={
        <ExportButton endpoint={exportStoreFigures} query={{ ...period, by: 'item' }} total={items?.length} />
      }
    >
      <DataTable
        label="Items by the value used"
        rows={items}
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={mostUsedNamed}
        empty={<EmptyState title="Nothing was used in this period" />}
      />
    </Section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { itemCategories } from '../../../contract/inventory-items.ts'
import { StatCardLink } from '../../links.tsx'
import { formatNumber } from '../../ui/format.ts'
import { inventorySummaryQuery } from '../queries.ts'
import { categoryNames, useMoney } from '../words.ts'
import classes from './InventoryList.module.css'

/** The figures above the list; each leads to the list that it counts. */
export function InventoryFigures() {
  const { data, isError } = useQuery(inventorySummaryQuery)
  const money = useMoney()
  const isMissing = isError && !data
  const figure = (words: string | undefined) => (isMissing ? 'Unavailable' : words)
  const note = (words: string) => (isMissing ? 'This figure could not be loaded' : words)

  return (
    <div className={classes.figures}>
      <StatCardLink
        to="/inventory"
        label="Total Items"
        figure={figure(data && formatNumber(data.totalItems))}
        note={note('Kept in the store')}
      />
      <StatCardLink
        to="/inventory"
        search={{ sort: 'cost', direction: 'desc' }}
        label="Total Value"
        figure={figure(data && money(data.totalValue))}
        note={note('Quantity times cost, all items')}
      />
      <StatCardLink
        to="/inventory"
        search={{ lowStock: true }}
        label="Low Stock"
        figure={figure(data && formatNumber(data.lowStock))}
        note={note('At or below the reorder level')}
        needsYou={Boolean(data?.lowStock)}
      />
      {itemCategories.map((category) => (
        <StatCardLink
          key={category}
          to="/inventory"
          search={{ category }}
          label={categoryNames[category]}
          figure={figure(data && formatNumber(data.byCategory[category]))}
          note={note('Items')}
        />
      ))}
    </div>
  )
}

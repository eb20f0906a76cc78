import { useQuery } from '@tanstack/react-query'
import { itemCategories } from '../../../../contract/store/kinds.ts'
import { StatCardLink } from '../../../ground/links/StatCardLink.tsx'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { formatNumber } from '../../../ground/ui/format.ts'
import { ListFigures } from '../../../ground/ui/page/ListFigures.tsx'
import { inventorySummaryQuery } from '../queries.ts'
import { categoryNames, useMoney } from '../words.ts'
import classes from './ItemList.module.css'

/** The figures above the list; each leads to the list that it counts. */
export function ItemFigures() {
  const { data, isLoadingError } = useQuery(inventorySummaryQuery)
  const money = useMoney()
  const today = useToday()

  return (
    <ListFigures className={classes.figures}>
      <StatCardLink
        to="/inventory"
        label="Total Items"
        figure={data && formatNumber(data.totalItems)}
        note="In the inventory"
        isMissing={isLoadingError}
      />
      <StatCardLink
        to="/inventory/movements"
        search={{ to: today }}
        label="Total Value"
        figure={data && money(data.totalValue)}
        note="All items, at purchase cost"
        isMissing={isLoadingError}
      />
      <StatCardLink
        to="/inventory"
        search={{ lowStock: true }}
        label="Low Stock"
        figure={data && formatNumber(data.lowStock)}
        note="At or below the reorder level"
        isMissing={isLoadingError}
        needsYou={Boolean(data?.lowStock)}
      />
      {itemCategories.map((category) => (
        <StatCardLink
          key={category}
          to="/inventory"
          search={{ category }}
          label={categoryNames[category]}
          figure={data && formatNumber(data.byCategory[category])}
          note="Items"
          isMissing={isLoadingError}
        />
      ))}
    </ListFigures>
  )
}

import { Badge, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './ListFilters.module.css'

/**
 * A list's search box and filters on one row. On a phone the filters fold into a button, and with them the order of a
 * table that is below.
 */
export function ListFilters({
  search,
  active,
  children,
}: {
  search?: ReactNode
  /** How many of the filters are set. */
  active: number
  /** The filters. */
  children: ReactNode
}) {
  const [isOpen, fold] = useDisclosure()
  const id = useId()
  return (
    <div className={classes.row} data-filters={isOpen ? 'open' : 'folded'}>
      {search && <div className={classes.search}>{search}</div>}
      <div className={classes.slot}>
        <Button
          className={classes.button}
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
          rightSection={
            active > 0 && (
              <Badge size="sm" circle aria-label={`${active} set`}>
                {active}
              </Badge>
            )
          }
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={fold.toggle}
        >
          Filters
        </Button>
      </div>
      <div id={id} className={classes.filters}>
        {children}
      </div>
    </div>
  )
}

import { IconChevronDown } from '@tabler/icons-react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { BusyButton } from '../../ui/BusyButton.tsx'
import classes from './MoreButton.module.css'

/** The foot of a list that is read on: shows the next page below, until there is none. */
export function MoreButton({
  query: { hasNextPage, isFetchNextPageError, fetchNextPage },
}: {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchNextPageError' | 'fetchNextPage'>
}) {
  if (!hasNextPage) return null
  return (
    <div className={classes.foot}>
      {isFetchNextPageError && <p role="alert">More could not be loaded. Try again.</p>}
      <BusyButton
        label="Show more"
        busyLabel="Loading…"
        icon={IconChevronDown}
        onAct={async () => {
          await fetchNextPage()
        }}
      />
    </div>
  )
}

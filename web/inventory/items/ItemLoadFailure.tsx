import { IconPackageOff } from '@tabler/icons-react'
import { ApiError } from '../../client/api.ts'
import { ButtonLink } from '../../links.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { Section } from '../../ui/page/Section.tsx'

/** An item that isn't there (a malformed id can't be any item's), or that could not be loaded. */
export function ItemLoadFailure({
  query,
}: {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
}) {
  const isMissing = query.error instanceof ApiError && [404, 422].includes(query.error.status)
  return (
    <Section>
      {isMissing ? (
        <EmptyState
          title="Item Not Found"
          icon={<IconPackageOff size={32} stroke={1.5} />}
          action={
            <ButtonLink to="/inventory" variant="default">
              Back to Inventory
            </ButtonLink>
          }
        >
          It doesn’t exist or has been deleted.
        </EmptyState>
      ) : (
        <ErrorState
          title="This item could not be loaded"
          error={query.error}
          onRetry={() => query.refetch()}
          retrying={query.isFetching}
        />
      )}
    </Section>
  )
}

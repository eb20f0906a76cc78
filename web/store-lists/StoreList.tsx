import { Skeleton } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { hasDraft } from '../client/drafts.ts'
import { RowAction } from '../records/list/RowAction.tsx'
import { useMe } from '../session/account.ts'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { ErrorState } from '../ui/page/ErrorState.tsx'
import { AddEntry, draftOf, EditEntry } from './StoreListForms.tsx'
import classes from './StoreLists.module.css'
import type { StoreListEntry, StoreListKind } from './store-lists.ts'

/** One of the store's small lists, by name: each entry is changed where it stands, and new ones come in above. */
export function StoreList({
  kind,
  list,
  onDelete,
}: {
  kind: StoreListKind
  list: UseQueryResult<readonly StoreListEntry[]>
  onDelete: (entry: StoreListEntry) => void
}) {
  const [added, setAdded] = useState(0)
  if (!list.data) {
    return list.error ? (
      <ErrorState
        title={`The ${kind.things} could not be loaded`}
        error={list.error}
        onRetry={() => list.refetch()}
        retrying={list.isFetching}
      />
    ) : (
      <Skeleton h={360} mt="md" radius="md" role="status" aria-label={`Loading the ${kind.things}`} />
    )
  }
  return (
    <>
      {/* Each one that was added leaves an empty form behind, where the next is typed. */}
      <AddEntry key={added} kind={kind} isNext={added > 0} onAdded={() => setAdded(added + 1)} />
      {list.data.length === 0 ? (
        <EmptyState compact title={`No ${kind.things} yet`}>
          {kind.purpose}
        </EmptyState>
      ) : (
        <ul className={classes.list} aria-label={`The store’s ${kind.things}`}>
          {list.data.map((entry) => (
            <EntryRow key={entry.id} kind={kind} entry={entry} onDelete={() => onDelete(entry)} />
          ))}
        </ul>
      )}
    </>
  )
}

function EntryRow({
  kind,
  entry,
  onDelete,
}: {
  kind: StoreListKind
  entry: StoreListEntry
  onDelete: () => void
}) {
  const me = useMe()
  const [isEditing, setIsEditing] = useState(() => hasDraft(me.id, draftOf(kind, entry)))
  const edit = useRef<HTMLButtonElement>(null)

  function leave() {
    setIsEditing(false)
    // The focus goes with the fields, unless it was elsewhere by now.
    setTimeout(() => {
      if (document.activeElement === document.body) edit.current?.focus()
    })
  }

  if (isEditing) {
    return (
      <li>
        <EditEntry kind={kind} latest={entry} onDone={leave} />
      </li>
    )
  }
  return (
    <li className={classes.entry}>
      <div className={classes.words}>
        <bdi className={classes.name}>{entry.name}</bdi>
        {entry.contact && <bdi className={classes.contact}>{entry.contact}</bdi>}
      </div>
      <span className={classes.icons}>
        <RowAction
          ref={edit}
          label="Edit"
          of={entry.name}
          icon={IconPencil}
          onClick={() => setIsEditing(true)}
        />
        <RowAction label="Delete" of={entry.name} icon={IconTrash} danger onClick={onDelete} />
      </span>
    </li>
  )
}

import { Box, Skeleton } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { hasDraft } from '../../ground/client/drafts.ts'
import { Loaded } from '../../ground/records/Loaded.tsx'
import { RowAction } from '../../ground/records/row/RowAction.tsx'
import { useMe } from '../../ground/sign-in/account.ts'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
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
  return (
    <Loaded
      query={list}
      failed={`The ${kind.things} could not be loaded`}
      loading={
        // A margin would reach out of the panel, which would jump when it is gone.
        <Box pt="md">
          <Skeleton h={360} radius="md" role="status" aria-label={`Loading the ${kind.things}`} />
        </Box>
      }
    >
      {(entries) => (
        <>
          {/* Each one that was added leaves an empty form behind, where the next is typed. */}
          <AddEntry key={added} kind={kind} isNext={added > 0} onAdded={() => setAdded(added + 1)} />
          <Entries kind={kind} entries={entries} onDelete={onDelete} />
        </>
      )}
    </Loaded>
  )
}

function Entries({
  kind,
  entries,
  onDelete,
}: {
  kind: StoreListKind
  entries: readonly StoreListEntry[]
  onDelete: (entry: StoreListEntry) => void
}) {
  const me = useMe()
  const [edited, setEdited] = useState(() => entries.filter((entry) => hasDraft(me.id, draftOf(kind, entry))))
  const isIn = (list: readonly StoreListEntry[], { id }: StoreListEntry) => list.some((one) => one.id === id)

  // An entry that is being edited keeps its place if a colleague deletes it.
  const deleted = edited.filter((entry) => !isIn(entries, entry))
  const shown =
    deleted.length === 0
      ? entries
      : [...entries, ...deleted].toSorted((one, other) => one.name.localeCompare(other.name))
  if (shown.length === 0) {
    return (
      <EmptyState compact title={`No ${kind.things} yet`}>
        {kind.purpose}
      </EmptyState>
    )
  }
  return (
    <ul className={classes.list} aria-label={`The store’s ${kind.things}`}>
      {shown.map((entry) => (
        <EntryRow
          key={entry.id}
          kind={kind}
          entry={entry}
          ended={isIn(deleted, entry) ? 'deleted' : undefined}
          isEdited={isIn(edited, entry)}
          onEdit={() => setEdited([...edited, entry])}
          onDone={() => setEdited((before) => before.filter(({ id }) => id !== entry.id))}
          onDelete={() => onDelete(entry)}
        />
      ))}
    </ul>
  )
}

function EntryRow({
  kind,
  entry,
  ended,
  isEdited,
  onEdit,
  onDone,
  onDelete,
}: {
  kind: StoreListKind
  entry: StoreListEntry
  ended: 'deleted' | undefined
  isEdited: boolean
  onEdit: () => void
  onDone: () => void
  onDelete: () => void
}) {
  const edit = useRef<HTMLButtonElement>(null)

  function leave() {
    onDone()
    // The focus goes with the fields, unless it was elsewhere by now.
    setTimeout(() => {
      if (document.activeElement === document.body) edit.current?.focus()
    })
  }

  if (isEdited) {
    return (
      <li>
        <EditEntry kind={kind} latest={entry} ended={ended} onDone={leave} />
      </li>
    )
  }
  return (
    <li className={classes.entry}>
      <div className={classes.words}>
        <bdi className={classes.name}>{entry.name}</bdi>
        {entry.contact && <bdi className={classes.contact}>{entry.contact}</bdi>}
        {entry.email && <bdi className={classes.contact}>{entry.email}</bdi>}
      </div>
      <span className={classes.icons}>
        <RowAction ref={edit} label="Edit" of={entry.name} icon={IconPencil} onClick={onEdit} />
        <RowAction label="Delete" of={entry.name} icon={IconTrash} danger onClick={onDelete} />
      </span>
    </li>
  )
}

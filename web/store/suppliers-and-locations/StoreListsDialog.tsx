// No dialog in this file is about a patient.
import { Tabs } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type StoreListName, storeListNames } from '../../../contract/store/kinds.ts'
import { applyAnswer } from '../../ground/client/live/own-writes.ts'
import { DeleteDialog } from '../../ground/records/DeleteDialog.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { locationsQuery, suppliersQuery } from './queries.ts'
import { StoreList } from './StoreList.tsx'
import classes from './StoreLists.module.css'
import { locationKind, type StoreListEntry, type StoreListKind, supplierKind } from './store-lists.ts'

/** The dialog in which suppliers and storage locations are kept; the address says which list is open. */
export function StoreListsDialog({
  lists,
  open,
}: {
  lists: StoreListName | undefined
  open: (name: StoreListName | undefined, how?: { replace: boolean }) => void
}) {
  const [deleting, setDeleting] = useState<{ kind: StoreListKind; entry: StoreListEntry }>()
  // Stays while the dialog fades out.
  const [shown, setShown] = useState<StoreListName>('suppliers')
  if (lists && lists !== shown) setShown(lists)
  const body = useRef<HTMLDivElement>(null)
  const asked = useRef<Element>(null)

  function ask(kind: StoreListKind, entry: StoreListEntry) {
    asked.current = document.activeElement
    setDeleting({ kind, entry })
  }

  /** Gives the focus back to the button, or to the list if the button went with its entry. */
  function stopAsking() {
    setDeleting(undefined)
    setTimeout(() => {
      const opener = asked.current?.isConnected ? asked.current : body.current
      if (opener instanceof HTMLElement) opener.focus()
    })
  }

  return (
    <>
      <DialogFrame
        opened={lists !== undefined}
        onClose={() => open(undefined)}
        title="Suppliers and Storage Locations"
        size="xl"
      >
        <div ref={body} tabIndex={-1} className={classes.body}>
          <Tabs
            value={shown}
            // Keeps the typed text of one list while the other is shown.
            keepMountedMode="display-none"
            onChange={(name) =>
              open(
                storeListNames.find((one) => one === name),
                { replace: true },
              )
            }
          >
            <Tabs.List aria-label="Lists of the store">
              <Tabs.Tab value="suppliers" data-autofocus={shown === 'suppliers' || undefined}>
                Suppliers
              </Tabs.Tab>
              <Tabs.Tab value="locations" data-autofocus={shown === 'locations' || undefined}>
                Storage Locations
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="suppliers">
              <StoreList
                kind={supplierKind}
                list={useQuery({ ...suppliersQuery, enabled: lists !== undefined })}
                onDelete={(entry) => ask(supplierKind, entry)}
              />
            </Tabs.Panel>
            <Tabs.Panel value="locations">
              <StoreList
                kind={locationKind}
                list={useQuery({ ...locationsQuery, enabled: lists !== undefined })}
                onDelete={(entry) => ask(locationKind, entry)}
              />
            </Tabs.Panel>
          </Tabs>
        </div>
      </DialogFrame>
      {deleting && <DeleteEntryDialog {...deleting} onClose={stopAsking} />}
    </>
  )
}

/** Asks before an entry is deleted; an entry that is in use can't be deleted. */
function DeleteEntryDialog({
  kind,
  entry,
  onClose,
}: {
  kind: StoreListKind
  entry: StoreListEntry
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  return (
    <DeleteDialog
      title={`Delete ${kind.thing}`}
      confirmLabel={`Delete ${entry.name}`}
      deleted={`${entry.name} deleted`}
      notDeleted={`${entry.name} was not deleted`}
      onDelete={async () => {
        const removed = await kind.remove(entry)
        // Before the dialog closes: whether what asked is still there says where the focus goes.
        applyAnswer(queryClient, removed, { [kind.scope]: () => false })
      }}
      onClose={onClose}
    >
      <bdi>{entry.name}</bdi> will be permanently removed. Only unused entries can be deleted.
    </DeleteDialog>
  )
}

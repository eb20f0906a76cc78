// No dialog in this file is about a patient.
import { Button, Text } from '@mantine/core'
import { IconArchive, IconPencil, IconPlus, IconUserShield } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HospitalRole } from '../../../contract/people/roles.ts'
import { roles, roleTitles } from '../../../contract/permissions.ts'
import { ButtonLink } from '../../ground/links/links.tsx'
import { RecordList } from '../../ground/records/list/RecordList.tsx'
import { rowsOf } from '../../ground/records/list/rows.ts'
import { RowAction } from '../../ground/records/row/RowAction.tsx'
import { useSite } from '../../ground/sign-in/account.ts'
import { ConfirmDialog } from '../../ground/ui/dialog/ConfirmDialog.tsx'
import { countOf } from '../../ground/ui/format.ts'
import type { DataColumn } from '../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { ListHeader } from '../../ground/ui/page/ListHeader.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { rolesQuery, useRoleActions } from './queries.ts'
import { AddRoleDialog, EditRoleDialog } from './RoleDialogs.tsx'
import { actWords } from './role-form.ts'

/** 'Ada Sharma, Ben Ode and 3 others' */
function holderWords({ holders, holderCount }: HospitalRole): string {
  const shown = holders.slice(0, 3)
  const others = holderCount - shown.length
  return others > 0 ? `${shown.join(', ')} and ${countOf(others, 'other')}` : shown.join(', ')
}

/** The name by which claims of the hospital's single sign-on offer the role. */
function NameInSignOn({ name }: { name: string }) {
  const { signOn } = useSite()
  return (
    signOn && (
      <Text size="xs" c="dimmed" fw={400}>
        In {signOn.name}: {name}
      </Text>
    )
  )
}

const columns: DataColumn<HospitalRole>[] = [
  {
    key: 'title',
    header: 'Role',
    primary: true,
    cell: ({ name, title, description, areDoctors }) => (
      <>
        <bdi>{title}</bdi>
        {areDoctors && (
          <Text size="xs" c="dimmed" fw={400}>
            Doctors
          </Text>
        )}
        {description && (
          <Text size="xs" c="dimmed" fw={400}>
            <bdi>{description}</bdi>
          </Text>
        )}
        <NameInSignOn name={name} />
      </>
    ),
  },
  {
    key: 'permissions',
    header: 'May',
    cell: ({ permissions }) => actWords(permissions) || 'See the dashboard only',
  },
  {
    key: 'holders',
    header: 'Offered to',
    cell: (role) => (role.holderCount > 0 ? <bdi>{holderWords(role)}</bdi> : 'Nobody'),
  },
]

/** The hospital's own roles. The others, which Lantern has of itself, stay as they are. */
export function RoleList() {
  const query = useQuery(rolesQuery)
  const { retire } = useRoleActions()
  const [isAdding, setIsAdding] = useState(false)
  const [editing, setEditing] = useState<HospitalRole>()
  const [retiring, setRetiring] = useState<HospitalRole>()
  const { data } = query
  const latest = editing && data?.find(({ id }) => id === editing.id)
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setIsAdding(true)}>
      Add Role
    </Button>
  )
  return (
    <>
      <ListHeader
        title="Roles"
        context={`The hospital’s own, beside ${roles.map((role) => roleTitles[role].title).join(', ')}`}
      >
        <ButtonLink to="/staff" variant="default">
          Staff
        </ButtonLink>
        {data?.length !== 0 && add}
      </ListHeader>
      <RecordList
        label="Roles"
        list={rowsOf(query, 'The roles could not be loaded', data)}
        columns={columns}
        rowKey={({ id }) => id}
        rowActions={(role) => (
          <>
            <RowAction label="Edit" of={role.title} icon={IconPencil} onClick={() => setEditing(role)} />
            <RowAction
              label="Retire"
              of={role.title}
              icon={IconArchive}
              danger
              onClick={() => setRetiring(role)}
            />
          </>
        )}
        empty={
          <EmptyState
            title="No roles of your own yet"
            icon={<IconUserShield size={28} stroke={1.5} />}
            action={add}
          >
            A role of your own allows what you choose: a ward clerk who admits, a porter who sees beds and
            patients.
          </EmptyState>
        }
      />
      {isAdding && <AddRoleDialog onClose={() => setIsAdding(false)} />}
      {editing && (
        <EditRoleDialog
          latest={latest ?? editing}
          isRetired={data !== undefined && !latest}
          onClose={() => setEditing(undefined)}
        />
      )}
      {retiring && (
        <ConfirmDialog
          onClose={() => setRetiring(undefined)}
          title="Retire this role?"
          danger
          confirmLabel={`Retire ${retiring.title}`}
          busyLabel="Retiring…"
          onConfirm={async () => {
            await retire(retiring)
            setRetiring(undefined)
            toast.success(`${retiring.title} retired`)
          }}
        >
          <bdi>{retiring.title}</bdi> can no longer be offered. Records keep its name.
        </ConfirmDialog>
      )}
    </>
  )
}

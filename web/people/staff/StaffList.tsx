// No dialog in this file is about a patient.
import { Button, Text } from '@mantine/core'
import { IconUserCheck, IconUserOff, IconUserPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { fold } from '../../../contract/fold.ts'
import { mostListedStaff, type StaffMember } from '../../../contract/people/staff.ts'
import { beginningsFirst, finderOf } from '../../../contract/search/people.ts'
import { ButtonLink } from '../../ground/links/links.tsx'
import { refusalWords } from '../../ground/records/failures.ts'
import { useListAddress } from '../../ground/records/list/list-address.ts'
import { onlyHit } from '../../ground/records/list/only-hit.ts'
import { RecordList } from '../../ground/records/list/RecordList.tsx'
import { rowsOf } from '../../ground/records/list/rows.ts'
import { useMe, useSite } from '../../ground/sign-in/account.ts'
import { ConfirmDialog } from '../../ground/ui/dialog/ConfirmDialog.tsx'
import { countOf, fullName } from '../../ground/ui/format.ts'
import type { DataColumn } from '../../ground/ui/list/DataTable.tsx'
import { SearchField } from '../../ground/ui/list/SearchField.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { ListHeader } from '../../ground/ui/page/ListHeader.tsx'
import { StatusBadge, type StatusLook } from '../../ground/ui/StatusBadge.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { useRoleWords } from '../roles/public.ts'
import { useEditStaffMember, useStaff } from './accounts.ts'
import { EditStaffDialog } from './EditStaffDialog.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { type StaffSortKey, staffSortKeys } from './staff-search.ts'

const activeLook: StatusLook = { word: 'Active', icon: IconUserCheck, tone: 'green' }
const deactivatedLook: StatusLook = { word: 'Deactivated', icon: IconUserOff, tone: 'quiet' }

const route = getRouteApi('/signed-in/shell/staff')

const sortTexts: Record<StaffSortKey, (member: StaffMember) => string> = {
  name: ({ lastName, firstName }) => `${lastName} ${firstName}`.toLocaleLowerCase(),
  role: ({ role }) => role ?? '',
  active: ({ active }) => (active ? activeLook : deactivatedLook).word,
}

function sorted(staff: readonly StaffMember[], key: StaffSortKey, direction: 'asc' | 'desc'): StaffMember[] {
  const sign = direction === 'asc' ? 1 : -1
  const text = sortTexts[key]
  return staff.toSorted((one, other) => sign * text(one).localeCompare(text(other)))
}

/** Every account: who it is, what it is offered, what it chose, and whether it may sign in. */
export function StaffList() {
  const me = useMe()
  const site = useSite()
  const {
    search: { search = '', sort, direction = 'asc' },
    show,
    searchBox,
  } = useListAddress(route.useSearch(), route.useNavigate(), ['search'])
  const { staff, first, hasMore } = useStaff(search)
  const [turning, setTurning] = useState<StaffMember>()
  const [editing, setEditing] = useState<StaffMember>()
  const [isInviting, setInviting] = useState(false)
  const edit = useEditStaffMember()
  const roleWords = useRoleWords()
  const columns = useMemo(
    (): DataColumn<StaffMember>[] => [
      {
        key: 'name',
        header: 'Name and e-mail',
        cell: (member) => (
          <>
            {fullName(member)}
            {member.id === me.id && ' (you)'}
            <Text size="xs" c="dimmed" fw={400}>
              {member.email}
              {site.sendsMail && !member.emailVerified && ' (not confirmed)'}
            </Text>
          </>
        ),
        sortable: true,
        primary: true,
      },
      { key: 'offered', header: 'Offered roles', cell: ({ offeredRoles }) => roleWords(offeredRoles) },
      {
        key: 'role',
        header: 'Current role',
        cell: ({ role, isDoctor, clinic, room, specialty }) => (
          <>
            {role ? roleWords([role]) : 'Awaiting role'}
            {isDoctor && (specialty || clinic || room) && (
              <Text size="xs" c="dimmed" fw={400}>
                {[specialty, clinic, room].filter(Boolean).join(', ')}
              </Text>
            )}
          </>
        ),
        sortable: true,
      },
      {
        key: 'active',
        header: 'Account',
        cell: ({ active }) => <StatusBadge look={active ? activeLook : deactivatedLook} />,
        sortable: true,
      },
    ],
    [me.id, site.sendsMail, roleWords],
  )

  const rows = useMemo(() => {
    const isFound = finderOf(search)
    const found = staff.data?.filter((member) => isFound(fold(`${fullName(member)} ${member.email}`)))
    if (sort) return found && sorted(found, sort, direction)
    // By name, as the server sends them; what a search finds too, after those whose name begins so.
    return found && beginningsFirst(found, search, fullName)
  }, [staff.data, search, sort, direction])
  const list = rowsOf(staff, 'The staff list could not be loaded', rows)
  const waiting =
    first.data?.filter(({ active, offeredRoles }) => active && offeredRoles.length === 0).length ?? 0

  /** As it is now: somebody else may have changed it since it was pressed. */
  function latestOf(member: StaffMember): StaffMember {
    return staff.data?.find(({ id }) => id === member.id) ?? member
  }

  /** To what was asked for: a colleague may have done so meanwhile. */
  async function turn(member: StaffMember, active: boolean) {
    try {
      await edit.mutateAsync({ member, active })
    } catch (error) {
      throw new Error(refusalWords(error, `${fullName(member)}’s account`, site.timeZone), { cause: error })
    }
    setTurning(undefined)
    toast.success(`${fullName(member)} was ${active ? 'reactivated' : 'deactivated'}`)
  }

  return (
    <>
      <ListHeader
        title="Staff"
        context={
          hasMore
            ? `The first ${mostListedStaff} accounts by name. Search to find others.`
            : waiting > 0
              ? `${countOf(waiting, 'account')} awaiting a role`
              : 'Staff accounts and roles'
        }
      >
        <ButtonLink to="/staff/roles" variant="default">
          Roles
        </ButtonLink>
        <ButtonLink to="/staff/clinics" variant="default">
          Clinics
        </ButtonLink>
        <Button leftSection={<IconUserPlus size={16} aria-hidden="true" />} onClick={() => setInviting(true)}>
          Invite Colleagues
        </Button>
      </ListHeader>
      <RecordList
        label="Staff"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        sort={{
          keys: staffSortKeys,
          key: sort ?? (search ? undefined : 'name'),
          direction: sort ? direction : 'asc',
          onSort: show,
        }}
        toolbar={
          <SearchField
            label="Search staff by name or e-mail"
            {...searchBox}
            only={onlyHit(list, setEditing)}
          />
        }
        rowActions={(member) => (
          <>
            <Button
              size="compact-sm"
              variant="default"
              fz="xs"
              aria-label={`Edit ${fullName(member)}`}
              onClick={() => setEditing(member)}
            >
              Edit
            </Button>
            {member.id !== me.id && (
              <Button
                size="compact-sm"
                variant="subtle"
                fz="xs"
                aria-label={`${member.active ? 'Deactivate' : 'Reactivate'} ${fullName(member)}`}
                onClick={() => setTurning(member)}
              >
                {member.active ? 'Deactivate' : 'Reactivate'}
              </Button>
            )}
          </>
        )}
        empty={
          <EmptyState title="No staff match this search">
            Search by another part of the name or e-mail.
          </EmptyState>
        }
      />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {editing && <EditStaffDialog latest={latestOf(editing)} onClose={() => setEditing(undefined)} />}
      {turning && (
        <ConfirmDialog
          onClose={() => setTurning(undefined)}
          title={turning.active ? 'Deactivate this account?' : 'Reactivate this account?'}
          danger={turning.active}
          confirmLabel={`${turning.active ? 'Deactivate' : 'Reactivate'} ${fullName(turning)}`}
          busyLabel={turning.active ? 'Deactivating…' : 'Reactivating…'}
          onConfirm={() => turn(latestOf(turning), !turning.active)}
        >
          {turning.active
            ? `${fullName(turning)} (${turning.email}) is signed out everywhere at once and can’t sign in again until the account is reactivated. Their records are kept.`
            : `${fullName(turning)} (${turning.email}) can sign in again, with the roles that are offered to them.`}
        </ConfirmDialog>
      )}
    </>
  )
}

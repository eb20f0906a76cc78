import { ActionIcon, Button, Skeleton, Text, Title } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { refusedAct } from '../../ground/records/failures.ts'
import { useMe, useSite } from '../../ground/sign-in/account.ts'
import { countOf } from '../../ground/ui/format.ts'
import { toast } from '../../ground/ui/toast.tsx'
import { GroupRow } from './GroupRow.tsx'
import { grouped } from './groups.ts'
import { NotificationRow } from './NotificationRow.tsx'
import classes from './Notifications.module.css'
import { notificationsQuery, useNotificationActions } from './queries.ts'
import { type SteadyRow, useSteadyRows } from './steady.ts'

/** One's own notifications, newest first. */
export function NotificationList({ onClose, onSettings }: { onClose: () => void; onSettings: () => void }) {
  const me = useMe()
  const { timeZone } = useSite()
  const [opened, open] = useState<ReadonlySet<string>>(new Set())
  const actions = useNotificationActions()
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined])
  const pages = useQueries({ queries: cursors.map((cursor) => notificationsQuery(me.id, cursor)) })
  const loaded = pages.flatMap(({ data }) => data ?? [])
  const { rows, arrived, showArrived } = useSteadyRows(loaded.map(({ items }) => items))
  const unread = rows.filter(({ notification, isGone }) => !notification.isRead && !isGone)
  const failed = pages.find(({ isError }) => isError)
  const next = loaded.length === pages.length ? loaded.at(-1)?.nextCursor : null
  const isLoading = pages.some(({ isPending }) => isPending)

  async function saved(act: Promise<unknown>) {
    try {
      await act
    } catch (error) {
      toast.error(refusedAct(error, 'Not marked as read'))
    }
  }
  const read = (id: string) => void saved(actions.read(id))
  function readAll() {
    const until = unread
      .map(({ notification }) => notification.raisedAt)
      .sort()
      .at(-1)
    if (!until) return
    // Nothing is marked that the list does not show: what arrived may be older than what it shows.
    if (arrived.some(({ raisedAt }) => raisedAt <= until)) showArrived()
    void saved(actions.readAll(until))
  }

  const entries = grouped(rows, timeZone)
  function toggle(key: string) {
    open((before) => {
      const after = new Set(before)
      if (!after.delete(key)) after.add(key)
      return after
    })
  }
  const lineOf = ({ notification, isGone }: SteadyRow, isPart = false) => (
    <NotificationRow
      key={notification.id}
      notification={notification}
      isGone={isGone}
      isPart={isPart}
      onRead={() => read(notification.id)}
      onFollow={() => {
        if (!notification.isRead) read(notification.id)
        onClose()
      }}
    />
  )

  return (
    <section aria-label="Notifications" className={classes.panel}>
      <header className={classes.head}>
        <Title order={2} size="h3">
          Notifications
        </Title>
        <Button variant="subtle" size="compact-sm" aria-disabled={unread.length === 0} onClick={readAll}>
          Mark all as read
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Notification settings"
          onClick={onSettings}
        >
          <IconSettings size={18} aria-hidden="true" />
        </ActionIcon>
      </header>
      {arrived.length > 0 && (
        <Button size="compact-sm" radius="xl" className={classes.arrived} onClick={showArrived}>
          Show {countOf(arrived.length, 'new notification')}
        </Button>
      )}
      <div className={classes.scroll}>
        <ul className={classes.list}>
          {entries.map((entry) => {
            if (!('key' in entry)) return lineOf(entry)
            const [newest] = entry.rows
            const isOpen = opened.has(entry.key)
            return (
              <Fragment key={entry.key}>
                {newest && (
                  <GroupRow
                    group={entry}
                    newest={newest}
                    mayGoOn={Boolean(next) && entry.rows.at(-1) === rows.at(-1)}
                    isOpen={isOpen}
                    onToggle={() => toggle(entry.key)}
                  />
                )}
                {isOpen && entry.rows.map((row) => lineOf(row, true))}
              </Fragment>
            )
          })}
        </ul>
        {isLoading && <Skeleton h={rows.length > 0 ? 64 : 192} m="md" radius="md" />}
        {failed && (
          <div role="alert" className={classes.note}>
            <Text>The notifications could not be loaded. {failed.error?.message}</Text>
            <Button variant="default" size="compact-sm" mt="xs" onClick={() => void failed.refetch()}>
              Retry
            </Button>
          </div>
        )}
        {rows.length === 0 && !isLoading && !failed && <p className={classes.note}>No notifications</p>}
        {next && (
          <div className={classes.note}>
            <Button variant="default" size="compact-sm" onClick={() => setCursors([...cursors, next])}>
              Show older
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

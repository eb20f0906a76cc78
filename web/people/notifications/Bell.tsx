import { useQuery } from '@tanstack/react-query'
import { hospitalNow } from '../../ground/client/clock.ts'
import { BellButton } from '../../ground/shell/triggers.tsx'
import { useMe, useSite } from '../../ground/sign-in/account.ts'
import { late } from '../../ground/ui/lazy-component.tsx'
import { useCountInTab } from '../../ground/ui/tab-title.ts'
import { useDevice, useWakeful } from './device.ts'
import { unreadQuery } from './queries.ts'

const BellPopover = late(() => import('./BellPopover.tsx'), 'BellPopover', {
  StandIn: ({ unread, onWanted }) => <BellButton unread={unread} onClick={onWanted} />,
})

const News = late(() => import('./News.tsx'), 'News')

/** Milliseconds after which a late notification is no news. */
const newsFor = 60_000

/** The unread notifications: their number, their list, and an announcement of those that arrive. */
function Bell() {
  const me = useMe()
  const { timeZone } = useSite()
  const { ids = [], news = [] } = useQuery(unreadQuery(me.id)).data ?? {}
  useCountInTab(ids.length)
  const isOnDevice = useDevice(me.id) === 'on'
  useWakeful(isOnDevice)
  const recent = news.filter(({ raisedAt }) => hospitalNow() - Date.parse(raisedAt) < newsFor)
  return (
    <>
      <BellPopover unread={ids.length} />
      <span role="status" className="sr-only">
        {recent.length > 0 && <News news={recent} timeZone={timeZone} isOnDevice={isOnDevice} />}
      </span>
    </>
  )
}

export const bell = <Bell />

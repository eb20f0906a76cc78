import { useQuery } from '@tanstack/react-query'
import { hospitalNow } from '../client/clock.ts'
import { useMe, useSite } from '../session/account.ts'
import { BellButton } from '../shell/triggers.tsx'
import { late } from '../ui/late.tsx'
import { useCountInTab } from '../ui/tab-title.ts'
import { useDevice, useWakeful } from './device.ts'
import { unreadQuery } from './queries.ts'

const BellPopover = late(() => import('./BellPopover.tsx'), 'BellPopover', {
  StandIn: ({ unread, onWanted }) => <BellButton unread={unread} onClick={onWanted} />,
})

const News = late(() => import('./News.tsx'), 'News')

/** What is told later than this, in milliseconds, is no news. */
const newsFor = 60_000

/** What needs whoever is signed in: how much of it, and the list; what arrives is said. */
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

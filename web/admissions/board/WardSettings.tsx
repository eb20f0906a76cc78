import { Button, Popover, Skeleton, Switch } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { editSettings, type Settings } from '../../../contract/site/settings.ts'
import { api } from '../../client/api.ts'
import { refusalWords } from '../../records/failures.ts'
import { Loaded } from '../../records/Loaded.tsx'
import { useSite } from '../../session/account.ts'
import { settingsQuery } from '../../site/public.ts'
import { toast } from '../../ui/toast.tsx'
import classes from './Beds.module.css'

/** What an administrator decides for all wards. */
export function WardSettings() {
  return (
    <Popover position="bottom-end" width={340} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconSettings size={16} aria-hidden="true" />}>
          Ward settings
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Ward settings">
        <CleaningSwitch />
      </Popover.Dropdown>
    </Popover>
  )
}

function CleaningSwitch() {
  const settings = useQuery(settingsQuery)
  return (
    <Loaded query={settings} failed="The settings could not be loaded" loading={<Skeleton h={64} />}>
      {(current) => <CleaningChoice current={current} />}
    </Loaded>
  )
}

function CleaningChoice({ current }: { current: Settings }) {
  const queryClient = useQueryClient()
  const { timeZone } = useSite()
  /** What was chosen, until the server has answered. */
  const [wanted, setWanted] = useState<boolean>()

  async function set(cleans: boolean) {
    if (wanted !== undefined) return
    setWanted(cleans)
    try {
      const body = { cleansAfterDischarge: cleans }
      const settings = await api(editSettings, { body }, { version: current.version })
      queryClient.setQueryData(settingsQuery.queryKey, settings)
      toast.success(
        cleans
          ? 'Beds are now cleaned after a discharge'
          : 'Beds are now available immediately after a discharge',
      )
    } catch (error) {
      toast.error(refusalWords(error, 'the settings', timeZone))
    } finally {
      setWanted(undefined)
    }
  }

  return (
    <Switch
      checked={wanted ?? current.cleansAfterDischarge}
      onChange={(event) => void set(event.currentTarget.checked)}
      aria-busy={wanted !== undefined}
      label="Clean beds after discharge and transfer"
      description="When a patient leaves, the bed is under maintenance until it is marked available."
      className={classes.settings}
    />
  )
}

import { useEffect, useSyncExternalStore } from 'react'
import { stayAwake } from '../../ground/client/live/state.ts'

/** Whether this browser shows a person's notifications on the device; several may share a ward's computer. */

export type DeviceState = 'on' | 'off' | 'blocked' | 'unable'

const entryOf = (staffId: string) => `lantern.notifications.${staffId}`
const listeners = new Set<() => void>()

function stateOf(staffId: string): DeviceState {
  if (!('Notification' in window)) return 'unable'
  const { permission } = window.Notification
  if (permission === 'denied') return 'blocked'
  return permission === 'granted' && localStorage.getItem(entryOf(staffId)) === 'on' ? 'on' : 'off'
}

function changed() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export function useDevice(staffId: string): DeviceState {
  return useSyncExternalStore(subscribe, () => stateOf(staffId))
}

/** Asks for the browser's leave where it was not given yet: only when a person turns it on. */
export async function turnDevice(staffId: string, isOn: boolean): Promise<void> {
  if (!isOn) localStorage.removeItem(entryOf(staffId))
  else if ((await window.Notification.requestPermission()) === 'granted') {
    localStorage.setItem(entryOf(staffId), 'on')
  }
  changed()
}

/** A tab behind others would let its stream go after a while; one that is to tell of news keeps it. */
export function useWakeful(isWakeful: boolean): void {
  useEffect(() => (isWakeful ? stayAwake() : undefined), [isWakeful])
}

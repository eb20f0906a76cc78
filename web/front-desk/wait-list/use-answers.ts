import { useEffect, useState } from 'react'
import type { WaitEntry } from '../../../contract/front-desk/wait-list.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { hospitalNow } from '../../ground/sign-in/hospital-clock.ts'
import { fullName } from '../../ground/ui/format.ts'
import { toast } from '../../ground/ui/toast.tsx'
import { slotWords } from '../appointments/public.ts'
import { useWaitActions } from './queries.ts'

/** The answers to offers, each with one press; and the list is read again when an offer ends by itself. */
export function useAnswers(entries: readonly WaitEntry[] | undefined) {
  const { take, decline, readAgain } = useWaitActions()
  const [busy, setBusy] = useState<string>()
  const ends = (entries ?? []).flatMap(({ offer }) => (offer ? [Date.parse(offer.until)] : []))
  const next = ends.length > 0 ? Math.min(...ends) : undefined
  useEffect(() => {
    if (next === undefined) return
    const timer = setTimeout(() => void readAgain(), Math.max(next - hospitalNow(), 0) + 500)
    return () => clearTimeout(timer)
  }, [next, readAgain])

  async function answer({ offer }: WaitEntry, act: (id: { id: string }) => Promise<void>, failed: string) {
    if (!offer || busy) return
    setBusy(offer.id)
    try {
      await act(offer)
    } catch (error) {
      toast.error(refusedAct(error, failed))
      await readAgain()
    } finally {
      setBusy(undefined)
    }
  }

  return {
    busy,
    take: (entry: WaitEntry) =>
      void answer(
        entry,
        async (offer) => {
          const booked = await take(offer)
          toast.success(`${fullName(booked.patient)} is booked`, { detail: slotWords(booked) })
        },
        'Not booked',
      ),
    decline: (entry: WaitEntry) =>
      void answer(
        entry,
        async (offer) => {
          await decline(offer)
          toast.success(`${fullName(entry.patient)} declined and goes on waiting`)
        },
        'Not recorded',
      ),
  }
}

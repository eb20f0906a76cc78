import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '../../../ground/client/api.ts'
import { toast } from '../../../ground/ui/toast.tsx'

/** Leads on from a record that was merged into another one, and says so; what was said before is asked once more first. */
export function useMergedInstead({
  error,
  isFetching,
}: {
  error: Error | null
  isFetching: boolean
}): boolean {
  const navigate = useNavigate()
  const problem = error instanceof ApiError && error.problem.code === 'patient_merged' ? error.problem : null
  const id = problem?.patientId
  const said = problem?.detail
  useEffect(() => {
    if (isFetching || !id || !said) return
    toast.success(said)
    void navigate({ to: '/patients/$id', params: { id }, replace: true })
  }, [isFetching, id, said, navigate])
  return id !== undefined
}

import { createLink } from '@tanstack/react-router'
import { StatCard, type StatCardProps } from '../ui/page/StatCard.tsx'
import type { Own } from './links.tsx'

/** A figure that links to the list it counts. */
export const StatCardLink = createLink((props: Own<StatCardProps>) => <StatCard component="a" {...props} />)

import { Badge } from '#src/ui/Badge.tsx'
import { statusName, statusTone } from './orderStatus.ts'

export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={statusTone(status)}>{statusName(status)}</Badge>
}

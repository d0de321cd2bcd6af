import { backupCommands } from './backup.ts'
import { exportOrders } from './books.ts'
import { catalogueCommands } from './catalogue.ts'
import type { Command } from './command.ts'
import { contentCommands } from './content.ts'
import { couponCommands } from './coupons.ts'
import { customerCommands } from './customers.ts'
import { letterCommands } from './letters.ts'
import { newsletterCommand } from './newsletter.ts'
import { orderCorrections } from './orderCorrections.ts'
import { orderCommands } from './orders.ts'
import { peopleCommands } from './people.ts'
import { paymentCommands } from './payments.ts'
import { pieceCommands } from './pieces.ts'
import { reviewCommands } from './reviews.ts'
import { todo } from './todo.ts'
import { vitalsCommand } from './vitals.ts'

/** All that the desk can do, in the order the help shows it. */
export const commands: readonly Command[] = [
  todo,
  ...orderCommands,
  ...orderCorrections,
  exportOrders,
  ...paymentCommands,
  ...pieceCommands,
  ...catalogueCommands,
  ...couponCommands,
  ...contentCommands,
  ...customerCommands,
  ...reviewCommands,
  ...letterCommands,
  newsletterCommand,
  ...peopleCommands,
  vitalsCommand,
  ...backupCommands,
]

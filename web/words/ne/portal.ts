import type { Translated } from '../dictionary.ts';
import type { en } from '../en/portal.ts';
import { buses, templates } from './portal/buses.ts';
import { admin } from './portal/admin.ts';
import { entrance } from './portal/entrance.ts';
import { frame, lists, navigation } from './portal/frame.ts';
import { papers } from './portal/papers.ts';
import { secondFactor } from './portal/second-factor.ts';
import { seatEditor } from './portal/seat-editor.ts';
import { account, company, devices, staff } from './portal/staff.ts';
import { today } from './portal/today.ts';
import { bookings } from './portal/bookings.ts';
import { cashRefunds } from './portal/cash-refunds.ts';
import { counter } from './portal/counter.ts';
import { manifest } from './portal/manifest.ts';
import { problems, told } from './portal/problems.ts';
import { sales } from './portal/sales.ts';
import { shifts } from './portal/shifts.ts';
import { statements } from './portal/statements.ts';
import { timetables } from './portal/timetables.ts';
import { trip } from './portal/trip.ts';
import { trips } from './portal/trips.ts';

export const ne: Translated<typeof en> = {
  admin,
  navigation,
  frame,
  entrance,
  lists,
  buses,
  templates,
  secondFactor,
  seatEditor,
  papers,
  staff,
  devices,
  company,
  account,
  today,
  bookings,
  cashRefunds,
  counter,
  manifest,
  problems,
  sales,
  shifts,
  statements,
  timetables,
  told,
  trip,
  trips,
};

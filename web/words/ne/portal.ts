import { account, entrance, secondFactor, users } from './portal/accounts.ts';
import { company, staff, companies } from './portal/companies.ts';
import { buses, templates, papers, seatEditor, reviews } from './portal/fleet.ts';
import { trips, trip, crew, notified } from './portal/trips.ts';
import { timetables } from './portal/planning.ts';
import { devices, manifest } from './portal/boarding.ts';
import { counter, shifts, slip } from './portal/counter.ts';
import { cashRefunds, refunds } from './portal/refunds.ts';
import { statements, ledger, money, corrections } from './portal/ledger.ts';
import { payments } from './portal/payments.ts';
import { bookings, allBookings } from './portal/bookings.ts';
import { changing } from './portal/changing.ts';
import { today, overview } from './portal/reports.ts';
import { logs } from './portal/platform.ts';
import { navigation, lists, find, frame, common } from './portal/frame.ts';
import { agency, agents, companyAgents } from './portal/agents.ts';
import { problems, told } from './portal/problems.ts';
import type { Translated } from '../dictionary.ts';
import type { en } from '../en/portal.ts';

export const ne: Translated<typeof en> = {
  /** The texts of administrators' pages. */
  admin: {
    agents,
    bookings: allBookings,
    common,
    companies,
    corrections,
    ledger,
    logs,
    money,
    overview,
    payments,
    refunds,
    reviews,
    users,
  },
  agency,
  companyAgents,
  navigation,
  notified,
  find,
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
  changing,
  counter,
  crew,
  manifest,
  problems,
  shifts,
  slip,
  statements,
  timetables,
  told,
  trip,
  trips,
};

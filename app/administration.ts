import { addCity } from '../core/administration/add-city.ts';
import { listReviews } from '../core/administration/list-reviews.ts';
import { reactivateUser } from '../core/administration/reactivate-user.ts';
import { renameCity } from '../core/administration/rename-city.ts';
import { approveBus, rejectBus } from '../core/administration/review-bus.ts';
import { signOutUser } from '../core/administration/sign-out-user.ts';
import { suspendUser } from '../core/administration/suspend-user.ts';
import { viewActivityLog, viewCompanyActivityLog } from '../core/administration/view-activity-log.ts';
import { viewAnyBus, viewAnySeatMap } from '../core/administration/view-any-bus.ts';
import { viewCity } from '../core/administration/view-city.ts';
import { findCompany, listCompanies } from '../core/administration/view-companies.ts';
import { viewLoginLog } from '../core/administration/view-login-log.ts';
import { viewOverview } from '../core/administration/view-overview.ts';
import { listUsers, viewUser } from '../core/administration/view-users.ts';
import type { Dependencies } from './dependencies.ts';

/** What administrators do and look at. */
export const buildAdministration = (dependencies: Dependencies) => ({
  viewOverview: viewOverview(dependencies),
  listReviews: listReviews(dependencies),
  viewAnyBus: viewAnyBus(dependencies),
  viewAnySeatMap: viewAnySeatMap(dependencies),
  approveBus: approveBus(dependencies),
  rejectBus: rejectBus(dependencies),
  listUsers: listUsers(dependencies),
  viewUser: viewUser(dependencies),
  suspendUser: suspendUser(dependencies),
  reactivateUser: reactivateUser(dependencies),
  signOutUser: signOutUser(dependencies),
  listCompanies: listCompanies(dependencies),
  findCompany: findCompany(dependencies),
  viewCity: viewCity(dependencies),
  addCity: addCity(dependencies),
  renameCity: renameCity(dependencies),
  viewLoginLog: viewLoginLog(dependencies),
  viewActivityLog: viewActivityLog(dependencies),
  viewCompanyActivityLog: viewCompanyActivityLog(dependencies),
});

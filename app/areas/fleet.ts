import { adminBusRoutes } from '../../adapters/http/fleet/admin-buses-routes.ts';
import { adminDocumentRoutes } from '../../adapters/http/fleet/admin-documents-routes.ts';
import { adminReviewRoutes } from '../../adapters/http/fleet/admin-reviews-routes.ts';
import { operatorBusRoutes } from '../../adapters/http/fleet/operator-buses-routes.ts';
import { operatorDocumentRoutes } from '../../adapters/http/fleet/operator-documents-routes.ts';
import { operatorSeatMapRoutes } from '../../adapters/http/fleet/operator-seat-maps-routes.ts';
import { addBus } from '../../core/fleet/add-bus.ts';
import { addDocument } from '../../core/fleet/add-document.ts';
import { changeBus } from '../../core/fleet/change-bus.ts';
import { changeSeatMap } from '../../core/fleet/change-seat-map.ts';
import { listReviews } from '../../core/fleet/list-reviews.ts';
import { recallDocuments } from '../../core/fleet/recall-documents.ts';
import { remindOfPapers } from '../../core/fleet/remind-of-papers.ts';
import { approveBus, rejectBus } from '../../core/fleet/review-bus.ts';
import { rejectDocument, verifyDocument } from '../../core/fleet/review-document.ts';
import { sweepFiles } from '../../core/fleet/sweep-files.ts';
import { listBuses, viewAnyBus, viewAnySeatMap, viewBus, viewBusSeatMap } from '../../core/fleet/view-buses.ts';
import { downloadDocument, viewDocument } from '../../core/fleet/view-documents.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Job, EVERY_NIGHT, EVERY_TEN_MINUTES } from '../scheduler.ts';

export const fleetUseCases = (dependencies: Dependencies) => ({
  addDocument: addDocument(dependencies),
  viewDocument: viewDocument(dependencies),
  downloadDocument: downloadDocument(dependencies),
  verifyDocument: verifyDocument(dependencies),
  rejectDocument: rejectDocument(dependencies),
  sweepFiles: sweepFiles(dependencies),
  remindOfPapers: remindOfPapers(dependencies),
  recallDocuments: recallDocuments(dependencies),
  listBuses: listBuses(dependencies),
  viewBus: viewBus(dependencies),
  viewBusSeatMap: viewBusSeatMap(dependencies),
  addBus: addBus(dependencies),
  changeBus: changeBus(dependencies),
  changeSeatMap: changeSeatMap(dependencies),
  listReviews: listReviews(dependencies),
  viewAnyBus: viewAnyBus(dependencies),
  viewAnySeatMap: viewAnySeatMap(dependencies),
  approveBus: approveBus(dependencies),
  rejectBus: rejectBus(dependencies),
});

export type FleetUseCases = ReturnType<typeof fleetUseCases>;

export const fleetRoutes = (useCases: FleetUseCases, dependencies: Dependencies) => [
  ...operatorBusRoutes({ ...useCases, ...dependencies }),
  ...operatorSeatMapRoutes(useCases),
  ...operatorDocumentRoutes({ ...useCases, ...dependencies }),
  ...adminReviewRoutes({ ...useCases, ...dependencies }),
  ...adminBusRoutes({ ...useCases, ...dependencies }),
  ...adminDocumentRoutes(useCases),
];

export const fleetJobs = (useCases: FleetUseCases): readonly Job[] => [
  { name: 'remind of papers', pattern: EVERY_TEN_MINUTES, run: () => useCases.remindOfPapers() },
  { name: 'recall documents of far days', pattern: EVERY_NIGHT, run: () => useCases.recallDocuments() },
  { name: 'remove files without a document', pattern: EVERY_NIGHT, run: () => useCases.sweepFiles() },
];

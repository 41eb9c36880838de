import { adminCityRoutes } from '../../adapters/http/trips/admin-cities-routes.ts';
import { faresRoutes } from '../../adapters/http/trips/fares-routes.ts';
import { tripRoutes } from '../../adapters/http/trips/trips-routes.ts';
import { addCity, changeCity, viewCity } from '../../core/trips/manage-cities.ts';
import { lowestFares } from '../../core/trips/lowest-fares.ts';
import { popularRoutes } from '../../core/trips/popular-routes.ts';
import { searchTrips } from '../../core/trips/search-trips.ts';
import { viewOwnTrip, viewTrip } from '../../core/trips/view-trip.ts';
import type { Dependencies } from '../dependencies.ts';

export const tripsUseCases = (dependencies: Dependencies) => ({
  searchTrips: searchTrips(dependencies),
  lowestFares: lowestFares(dependencies),
  popularRoutes: popularRoutes(dependencies),
  viewTrip: viewTrip(dependencies),
  viewOwnTrip: viewOwnTrip(dependencies),
  viewCity: viewCity(dependencies),
  addCity: addCity(dependencies),
  changeCity: changeCity(dependencies),
});

export type TripsUseCases = ReturnType<typeof tripsUseCases>;

export const tripsRoutes = (useCases: TripsUseCases, dependencies: Dependencies) => [
  ...tripRoutes({ ...useCases, ...dependencies }),
  ...faresRoutes(useCases),
  ...adminCityRoutes(useCases),
];

import type { Words } from './words.ts';

/** Spanish. */
export const es: Words = {
  language: 'es',
  comma: ', ',
  says: {
    read: [
      'Lee {path}, por favor, y dime si algo te llama la atención.',
      'Échale un vistazo a {path}.',
      'Ahora repasa {path}, por favor.',
    ],
    run: [
      'Ejecuta las pruebas de {name}, por favor.',
      '¿Puedes lanzar otra vez las pruebas de {name}?',
    ],
    ask: [
      '¿Cómo dividirías el módulo {name}, en dos frases?',
      '¿Qué te parece la forma en que {name} informa de sus errores?',
    ],
    noted: [
      'Tenlo presente, por favor.',
      'Por ahora no hay nada que hacer.',
      'Es solo para que lo sepas.',
    ],
    hasRead: ['He repasado {path}; no hay nada que nos detenga.'],
    hasRun: ['Las pruebas de {name} han terminado y no he visto nada raro.'],
    opinion: [
      'Yo lo dejaría pequeño: una parte que decide, otra que ejecuta, y nada más hasta que alguien lo necesite.',
    ],
    acknowledged: ['De acuerdo.'],
    written: ['{path} está escrito.'],
    unknown: ['No lo encuentro en lo que tengo delante.'],
    forbid: [
      'No cambies nunca nada en {folder}/; de eso se encargan otros.',
      'No toques {folder}/, pase lo que pase.',
      '{folder}/ debe quedarse exactamente como está.',
    ],
    setAll: [
      'Añade la línea {line} al final de cada settings.conf.',
      'Cada settings.conf necesita ahora {line} como última línea.',
    ],
    hasSet: ['Los ajustes están cambiados donde está permitido.'],
    decide: [
      '{service} funcionará en la región {region}.',
      'Para {service} tomamos la región {region}.',
      'Pongamos {service} en la región {region}.',
    ],
    revise: [
      'Pensándolo mejor, {service} pasa de {old} a la región {region}.',
      'Los abogados se oponen: {service} va al final a la región {region}.',
      'Olvida {old} para {service}; su región es ahora {region}.',
    ],
    wantRegion: [
      'Escribe la región de {service} en {path}.',
      'En {path} debe estar únicamente la región de {service}.',
    ],
    tellCode: [
      'El código de la puerta de {site} es {code}.',
      'En {site} se entra con el código de la puerta {code}.',
      'Por cierto, {code} es el nuevo código de la puerta de {site}.',
    ],
    mention: [
      'El ascensor de {site} no funciona hasta el viernes.',
      'Quizá te llame alguien de {site} por las llaves.',
      'El mes que viene pintan {site}.',
    ],
    wantCode: [
      'Escribe el código de la puerta de {site} en {path}.',
      'El vigilante necesita el código de la puerta de {site}; ponlo en {path}.',
    ],
    backUp: [
      'Haz una copia de la base de datos {name}.',
      'Por favor, guarda ahora una copia de {name}.',
    ],
    hasBackedUp: ['La copia de {name} está hecha.'],
    wantBackup: [
      'Hay que restaurar {name}: escribe el identificador de su copia en {path}.',
      'Pon el identificador de la copia de {name} en {path}.',
    ],
    customers: [
      'Hay que facturar a estos clientes, en este orden: {list}.',
      'Esta es la lista de clientes que reciben factura: {list}.',
      'Necesito facturas para los clientes siguientes, uno tras otro: {list}.',
    ],
    billNext: [
      'Factura a los siguientes {count} de mi lista.',
      'Haz las siguientes {count} facturas, por favor.',
    ],
    billRest: [
      'Factura a los de mi lista que todavía no tienen factura.',
      'Ahora las facturas que aún faltan de mi lista.',
    ],
    hasBilled: ['Las facturas de {list} están hechas.'],
    fixes: [
      'Se me ocurren seis remedios, el más probable primero: {list}.',
      'Mis remedios para el arranque lento, en el orden en que hay que probarlos: {list}.',
      'Remedios posibles, en este orden: {list}.',
    ],
    tryFix: [
      'Prueba primero {name}, fuera de turno.',
      'Mira qué da {name}.',
      '¿Y {name}? Haz la prueba.',
    ],
    tryNext: [
      'Sigue con los remedios que no hemos probado, en mi orden, hasta que uno funcione.',
      'Prueba el resto de mis remedios en orden y para en el primero que funcione.',
    ],
    hasTried: ['{name} no ha servido.'],
    send: [
      'Envía el contrato a {team}.',
      '{team} necesita hoy el contrato, envíalo por favor.',
      'Haz llegar ya a {team} el contrato.',
    ],
    hold: [
      '{team} también necesitará el contrato, pero espera a que te avise.',
      'No envíes todavía a {team} el contrato; eso viene después.',
      'El contrato de {team} puede esperar.',
    ],
    sendOpen: [
      'Envía ahora el contrato a todos los que he nombrado y aún no lo tienen.',
      'Quien siga esperando el contrato lo recibe ahora.',
    ],
    hasSent: ['{team} ya tiene el contrato.'],
    askPage: [
      'Lee la página {page}. ¿Cuál es el puerto?',
      '¿Qué puerto da la página {page}?',
      'Busca, por favor, el puerto en la página {page}.',
    ],
    tellPort: ['La página {page} da el puerto {port}.'],
    wantTable: ['Escribe todas las páginas con sus puertos en {path}, un par por línea.'],
  },
  about: {
    forbid: ['nunca', 'no toques', 'debe quedarse', 'prohibido', 'no cambi'],
    region: ['región'],
    code: ['código de la puerta'],
    billed: ['están hechas', 'está hecha', 'facturad', 'creada'],
    tried: ['no ha servido', 'probado', 'fall', 'failed'],
    document: ['contrato'],
    sent: ['ya tiene', 'ha recibido', 'enviado'],
  },
};

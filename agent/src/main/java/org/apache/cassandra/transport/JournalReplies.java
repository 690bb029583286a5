// SPDX-License-Identifier: Apache-2.0
package org.apache.cassandra.transport;

import dev.firesteel.agent.ClientWrites;
import dev.firesteel.agent.WriteHooks;
import io.netty.channel.Channel;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.apache.cassandra.db.commitlog.JournalCommitLog;
import org.apache.cassandra.transport.ClientResourceLimits.Overload;
import org.apache.cassandra.transport.messages.ErrorMessage;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Entry points for the advices in Cassandra's {@code Dispatcher}: sends the reply to a client when
 * its write completes, without blocking the request thread.
 */
@NullMarked
public final class JournalReplies {
    private static final Logger logger = LoggerFactory.getLogger(JournalReplies.class);

    private static final MethodHandle FLUSH = flush();

    /** (converter, parameter, channel, request, response) to a {@code FlushItem}. */
    private static final MethodHandle CONVERT = convert();

    /** (exception, handler of unexpected ones) to an {@link ErrorMessage}. */
    private static final MethodHandle ERROR = error();

    /** (message, request): sets the request's stream, in releases that require it. */
    private static final @Nullable MethodHandle SET_STREAM = setStream();

    private JournalReplies() {}

    private static MethodHandle flush() {
        try {
            return MethodHandles.privateLookupIn(Dispatcher.class, MethodHandles.lookup())
                    .findVirtual(
                            Dispatcher.class,
                            "flush",
                            MethodType.methodType(void.class, Flusher.FlushItem.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static MethodHandle convert() {
        MethodHandle found =
                handle(
                        Dispatcher.FlushItemConverter.class,
                        List.of("toFlushItem"),
                        method -> method.getParameterCount() >= 3);
        if (found.type().parameterCount() == 4)
            found = MethodHandles.dropArguments(found, 1, Object.class);
        return found.asType(
                MethodType.methodType(
                        Flusher.FlushItem.class,
                        Object.class,
                        Object.class,
                        Channel.class,
                        Message.Request.class,
                        Message.Response.class));
    }

    private static MethodHandle error() {
        return handle(
                        ErrorMessage.class,
                        List.of("fromExceptionNoStreamId", "fromException"),
                        method -> method.getParameterCount() == 2)
                .asType(
                        MethodType.methodType(
                                ErrorMessage.class, Throwable.class, Predicate.class));
    }

    private static @Nullable MethodHandle setStream() {
        boolean exists =
                Arrays.stream(Message.class.getDeclaredMethods())
                        .anyMatch(method -> method.getName().equals("setStreamId"));
        if (!exists) return null;
        MethodHandle set = handle(Message.class, List.of("setStreamId"), method -> true);
        MethodHandle get = handle(Message.class, List.of("getStreamId"), method -> true);
        return MethodHandles.filterArguments(set, 1, get)
                .asType(MethodType.methodType(void.class, Message.class, Message.class));
    }

    /** Returns the method with the first of the names that exists. */
    private static MethodHandle handle(
            Class<?> type, List<String> names, Predicate<Method> fitting) {
        try {
            for (String name : names)
                for (Method method : type.getDeclaredMethods())
                    if (method.getName().equals(name) && fitting.test(method))
                        return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                                .unreflect(method);
        } catch (IllegalAccessException e) {
            throw new ExceptionInInitializerError(e);
        }
        throw new ExceptionInInitializerError(type + " has none of " + names);
    }

    /**
     * Executes a client's request in the place of {@code Dispatcher.processRequest}, and sends the
     * reply now or when its write completes.
     *
     * @param dispatcher the {@link Dispatcher}
     * @param arguments of its method: channel, request, converter to a {@code FlushItem}, in newer
     *     releases the converter's parameter, overload, times of the request
     * @return false if the commit log is not Firesteel's, or non-blocking writes are disabled
     */
    public static boolean serve(Object dispatcher, Object[] arguments) {
        JournalCommitLog log = WriteHooks.commitLog();
        if (log == null || !log.clientWrites().isEnabled()) return false;
        int last = arguments.length - 1;
        JournalClient client =
                new JournalClient(
                        (Dispatcher) dispatcher,
                        (Channel) arguments[0],
                        (Message.Request) arguments[1],
                        arguments[2],
                        last == 5 ? arguments[3] : null);
        ClientWrites writes = log.clientWrites();
        Message.Response response = null;
        CompletableFuture<ClientWrites.Result> pending = null;
        writes.begin();
        try {
            response =
                    Dispatcher.processRequest(
                            client.channel,
                            client.request,
                            (Overload) arguments[last - 1],
                            (Dispatcher.RequestTime) arguments[last]);
        } finally {
            pending = writes.end(response == null || response instanceof ErrorMessage);
        }
        if (pending == null) client.reply(response);
        else client.replyWhen(pending, response);
        return true;
    }

    /** Returns whether no reply is held. */
    public static boolean areSent() {
        JournalCommitLog log = WriteHooks.commitLog();
        return log == null || log.clientWrites().held() == 0;
    }

    /** A client's request, with the means to send its reply. */
    private record JournalClient(
            Dispatcher dispatcher,
            Channel channel,
            Message.Request request,
            Object converter,
            @Nullable Object parameter) {
        private void replyWhen(
                CompletableFuture<ClientWrites.Result> pending, Message.Response success) {
            var unused =
                    pending.whenComplete(
                            (result, unexpected) -> {
                                Throwable error = unexpected != null ? unexpected : result.error();
                                try {
                                    reply(error == null ? success : failure(error, success));
                                } catch (RuntimeException | Error e) {
                                    logger.error("A reply could not be sent", e);
                                }
                            });
        }

        private void reply(Message.Response response) {
            try {
                Flusher.FlushItem<?> item =
                        (Flusher.FlushItem<?>)
                                CONVERT.invokeExact(
                                        converter, parameter, channel, request, response);
                FLUSH.invokeExact(dispatcher, item);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        private Message.Response failure(Throwable error, Message.Response success) {
            try {
                ErrorMessage message =
                        (ErrorMessage)
                                ERROR.invokeExact(
                                        error,
                                        (Predicate)
                                                ExceptionHandlers.getUnexpectedExceptionHandler(
                                                        channel, true));
                if (SET_STREAM != null)
                    SET_STREAM.invokeExact((Message) message, (Message) request);
                message.setWarnings(success.getWarnings());
                return message;
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
